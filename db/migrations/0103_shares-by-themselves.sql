PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_autopay_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`for_traveler_id` integer,
	`payer_email` text NOT NULL,
	`words` text NOT NULL,
	`plan` text NOT NULL,
	`agreed_at` integer NOT NULL,
	`pays_from` text DEFAULT 'card' NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`stripe_method_id` text,
	`brand` text,
	`last4` text,
	`expires_in` text,
	`started_at` integer,
	`ended_at` integer,
	`ended_for` text,
	`detached_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "autopay_consents_pays_from" CHECK("__new_autopay_consents"."pays_from" in ('card', 'bank-account')),
	CONSTRAINT "autopay_consents_ended_for" CHECK("__new_autopay_consents"."ended_for" in ('not-begun', 'stopped', 'stopped-by-staff', 'booking-ended', 'paid', 'disputed', 'moved', 'declined', 'revoked', 'other-method', 'first-failed', 'left', 'who-pays')),
	CONSTRAINT "autopay_consents_ended" CHECK(("__new_autopay_consents"."ended_at" is null) = ("__new_autopay_consents"."ended_for" is null)),
	CONSTRAINT "autopay_consents_started" CHECK("__new_autopay_consents"."started_at" is null or "__new_autopay_consents"."stripe_method_id" is not null)
);
--> statement-breakpoint
INSERT INTO `__new_autopay_consents`("id", "booking_id", "for_traveler_id", "payer_email", "words", "plan", "agreed_at", "pays_from", "stripe_customer_id", "stripe_method_id", "brand", "last4", "expires_in", "started_at", "ended_at", "ended_for", "detached_at") SELECT "id", "booking_id", null, "payer_email", "words", "plan", "agreed_at", "pays_from", "stripe_customer_id", "stripe_method_id", "brand", "last4", "expires_in", "started_at", "ended_at", "ended_for", "detached_at" FROM `autopay_consents`;--> statement-breakpoint
DROP TABLE `autopay_consents`;--> statement-breakpoint
ALTER TABLE `__new_autopay_consents` RENAME TO `autopay_consents`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `autopay_consents_by_booking` ON `autopay_consents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `autopay_consents_by_mailbox` ON `autopay_consents` (iif(substr(lower("payer_email"), instr(lower("payer_email"), '@') + 1) in ('gmail.com', 'googlemail.com'),
    coalesce(nullif(replace(substr(substr(lower("payer_email"), 1, instr(lower("payer_email"), '@') - 1), 1, instr(substr(lower("payer_email"), 1, instr(lower("payer_email"), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower("payer_email"), 1, instr(lower("payer_email"), '@') - 1)) || '@gmail.com', lower("payer_email")));--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_consents_one` ON `autopay_consents` (`booking_id`) WHERE "autopay_consents"."started_at" is not null and "autopay_consents"."ended_at" is null and "autopay_consents"."for_traveler_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_consents_one_for_a_share` ON `autopay_consents` (`for_traveler_id`) WHERE "autopay_consents"."started_at" is not null and "autopay_consents"."ended_at" is null and "autopay_consents"."for_traveler_id" is not null;--> statement-breakpoint
CREATE INDEX `autopay_consents_by_end` ON `autopay_consents` (`ended_at`) WHERE "autopay_consents"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX `autopay_consents_to_detach` ON `autopay_consents` (`ended_at`) WHERE "autopay_consents"."stripe_method_id" is not null and "autopay_consents"."detached_at" is null and "autopay_consents"."ended_at" is not null;--> statement-breakpoint
DROP INDEX `autopay_charges_charged_once`;--> statement-breakpoint
ALTER TABLE `autopay_charges` ADD `for_traveler_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_charges_charged_once_for_a_share` ON `autopay_charges` (`for_traveler_id`,`number`,`due_on`) WHERE "autopay_charges"."state" in ('charging', 'paid') and "autopay_charges"."for_traveler_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_charges_charged_once` ON `autopay_charges` (`booking_id`,`number`,`due_on`) WHERE "autopay_charges"."state" in ('charging', 'paid') and "autopay_charges"."for_traveler_id" is null;