CREATE TABLE `payer_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`for_traveler_id` integer,
	`payer_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`link_token` text NOT NULL,
	`created_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payer_links_amount" CHECK("payer_links"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payer_links_link_token_unique` ON `payer_links` (`link_token`);--> statement-breakpoint
CREATE INDEX `payer_links_by_booking` ON `payer_links` (`booking_id`);--> statement-breakpoint
DROP INDEX `payment_intents_one_open`;--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `for_traveler_id` integer;--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `payer_traveler_id` integer;--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `payer_link_id` integer REFERENCES payer_links(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_open_for_a_share` ON `payment_intents` (`for_traveler_id`) WHERE "payment_intents"."state" in ('creating', 'open') and not (state in ('creating', 'open') and pays_from = 'bank-account' and processing_at is not null) and "payment_intents"."for_traveler_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_open` ON `payment_intents` (`booking_id`) WHERE "payment_intents"."state" in ('creating', 'open') and not (state in ('creating', 'open') and pays_from = 'bank-account' and processing_at is not null) and "payment_intents"."for_traveler_id" is null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `each_pays` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `for_traveler_id` integer;