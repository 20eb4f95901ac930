CREATE TABLE `guess_counts` (
	`counter` text PRIMARY KEY NOT NULL,
	`guesses` integer NOT NULL,
	`ends_at` integer NOT NULL,
	CONSTRAINT "guess_counts_positive" CHECK("guess_counts"."guesses" > 0)
);
--> statement-breakpoint
CREATE INDEX `guess_counts_by_end` ON `guess_counts` (`ends_at`);