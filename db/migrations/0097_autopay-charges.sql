CREATE TABLE `autopay_charges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`consent_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`number` integer NOT NULL,
	`due_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`charge_on` text NOT NULL,
	`announced_at` integer NOT NULL,
	`announcement_id` integer,
	`announced_again_at` integer,
	`state` text DEFAULT 'announced' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`first_tried_on` text,
	`tried_on` text,
	`decline_code` text,
	`advice_code` text,
	`next_try_on` text,
	`intent_id` integer,
	`begun_at` integer,
	FOREIGN KEY (`consent_id`) REFERENCES `autopay_consents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`announcement_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`intent_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "autopay_charges_state" CHECK("autopay_charges"."state" in ('announced', 'charging', 'waiting', 'needs-card', 'paid', 'failed', 'dropped')),
	CONSTRAINT "autopay_charges_amount" CHECK("autopay_charges"."amount_cents" > 0),
	CONSTRAINT "autopay_charges_not_early" CHECK("autopay_charges"."charge_on" >= "autopay_charges"."due_on"),
	CONSTRAINT "autopay_charges_claimed" CHECK("autopay_charges"."state" not in ('charging', 'paid') or "autopay_charges"."intent_id" is not null),
	CONSTRAINT "autopay_charges_waiting" CHECK(("autopay_charges"."state" = 'waiting') = ("autopay_charges"."next_try_on" is not null)),
	CONSTRAINT "autopay_charges_tried" CHECK(("autopay_charges"."tries" > 0) = ("autopay_charges"."tried_on" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_charges_once` ON `autopay_charges` (`consent_id`,`number`,`due_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_charges_charged_once` ON `autopay_charges` (`booking_id`,`number`,`due_on`) WHERE "autopay_charges"."state" in ('charging', 'paid');--> statement-breakpoint
CREATE INDEX `autopay_charges_by_booking` ON `autopay_charges` (`booking_id`,`number`);--> statement-breakpoint
CREATE INDEX `autopay_charges_by_intent` ON `autopay_charges` (`intent_id`) WHERE "autopay_charges"."intent_id" is not null;--> statement-breakpoint
CREATE INDEX `autopay_charges_by_mail` ON `autopay_charges` (`announcement_id`) WHERE "autopay_charges"."announcement_id" is not null;--> statement-breakpoint
CREATE INDEX `autopay_charges_open` ON `autopay_charges` (`state`) WHERE "autopay_charges"."state" in ('announced', 'charging', 'waiting');