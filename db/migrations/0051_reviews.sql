CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`traveler_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`rating` integer NOT NULL,
	`words` text NOT NULL,
	`may_publish` integer NOT NULL,
	`publish_as` text NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`published_at` integer,
	`set_aside_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_published" CHECK("reviews"."published_at" is null or "reviews"."may_publish" = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_traveler_id_unique` ON `reviews` (`traveler_id`);--> statement-breakpoint
CREATE INDEX `reviews_by_booking` ON `reviews` (`booking_id`);--> statement-breakpoint
CREATE INDEX `reviews_by_age` ON `reviews` (`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_waiting` ON `reviews` (`id`) WHERE "reviews"."published_at" is null and "reviews"."set_aside_at" is null;