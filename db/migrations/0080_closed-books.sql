CREATE TABLE `book_closings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`journal` text NOT NULL,
	`balances` text NOT NULL,
	`digest` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_closings_month_unique` ON `book_closings` (`month`);--> statement-breakpoint
CREATE TABLE `departure_costs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`words` text NOT NULL,
	`planned_cents` integer NOT NULL,
	`paid_cents` integer,
	`paid_on` text,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "departure_costs_paid" CHECK(("departure_costs"."paid_cents" is null) = ("departure_costs"."paid_on" is null))
);
--> statement-breakpoint
CREATE INDEX `departure_costs_by_departure` ON `departure_costs` (`departure_id`);--> statement-breakpoint
CREATE TRIGGER `book_closings_stand` BEFORE UPDATE ON `book_closings` BEGIN SELECT raise(abort, 'Closed books are never changed'); END;--> statement-breakpoint
CREATE TRIGGER `book_closings_stay` BEFORE DELETE ON `book_closings` BEGIN SELECT raise(abort, 'Closed books are never removed'); END;
