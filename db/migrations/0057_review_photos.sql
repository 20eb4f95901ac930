CREATE TABLE `review_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`review_id` integer NOT NULL,
	`digest` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "review_photos_size" CHECK("review_photos"."width" > 0 and "review_photos"."height" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_photos_once` ON `review_photos` (`review_id`,`digest`);--> statement-breakpoint
CREATE INDEX `review_photos_by_digest` ON `review_photos` (`digest`);