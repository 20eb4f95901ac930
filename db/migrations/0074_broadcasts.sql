-- Campaigns and letters to departures become one. A campaign keeps its number, which links to unsubscribe, the audit
-- log and what its mails are known by have; letters go on behind the last number that either of them ever had, so that
-- no new mail is taken for one that was written.
CREATE TABLE `__new_broadcasts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer,
	`kind` text DEFAULT 'written' NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`audience` text NOT NULL,
	`addressees` text NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`timing` text NOT NULL,
	`send_on` text,
	`days` integer,
	`send_minute` integer NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`skipped_because` text,
	`version` integer DEFAULT 1 NOT NULL,
	`form_key` text,
	`recipients` integer DEFAULT 0 NOT NULL,
	`posted_through_id` integer DEFAULT 0 NOT NULL,
	`last_subscriber_id` integer DEFAULT 0 NOT NULL,
	`former_letter_id` integer,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`sending_at` integer,
	`sent_at` integer,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "broadcasts_kind" CHECK("__new_broadcasts"."kind" in ('written', 'trip-book', 'meeting-point', 'day-before', 'thanks')),
	CONSTRAINT "broadcasts_addressees" CHECK("__new_broadcasts"."addressees" in ('leads', 'travelers')),
	CONSTRAINT "broadcasts_state" CHECK("__new_broadcasts"."state" in ('draft', 'scheduled', 'sending', 'sent', 'skipped')),
	CONSTRAINT "broadcasts_timing" CHECK("__new_broadcasts"."timing" in ('by-hand', 'on-day', 'before', 'after')),
	CONSTRAINT "broadcasts_day" CHECK(("__new_broadcasts"."timing" = 'on-day') = ("__new_broadcasts"."send_on" is not null)),
	CONSTRAINT "broadcasts_days" CHECK(("__new_broadcasts"."timing" in ('before', 'after')) = ("__new_broadcasts"."days" is not null)),
	CONSTRAINT "broadcasts_minute" CHECK("__new_broadcasts"."send_minute" between 0 and 1439),
	CONSTRAINT "broadcasts_scheduled" CHECK("__new_broadcasts"."state" <> 'scheduled' or "__new_broadcasts"."timing" <> 'by-hand'),
	CONSTRAINT "broadcasts_skipped" CHECK(("__new_broadcasts"."state" = 'skipped') = ("__new_broadcasts"."skipped_because" is not null)),
	CONSTRAINT "broadcasts_audience" CHECK(("__new_broadcasts"."departure_id" is null) = ("__new_broadcasts"."audience" ->> 'who' = 'subscribers')
        and ("__new_broadcasts"."departure_id" is not null or ("__new_broadcasts"."days" is null and "__new_broadcasts"."is_urgent" = 0 and "__new_broadcasts"."kind" = 'written')))
);
--> statement-breakpoint
INSERT INTO `__new_broadcasts` (`id`, `subject`, `body`, `audience`, `addressees`, `timing`, `send_minute`, `state`, `version`, `recipients`, `posted_through_id`, `last_subscriber_id`, `created_by`, `created_at`, `sending_at`, `sent_at`) SELECT `id`, `subject`, `body`, '{"who":"subscribers","ids":[]}', 'travelers', 'by-hand', 540, `state`, `version`, `recipients`, `posted_through_id`, `last_subscriber_id`, `created_by`, `created_at`, `sending_at`, `sent_at` FROM `campaigns`;
--> statement-breakpoint
INSERT INTO `__new_broadcasts` (`id`, `departure_id`, `kind`, `subject`, `body`, `audience`, `addressees`, `is_urgent`, `timing`, `send_on`, `days`, `send_minute`, `state`, `skipped_because`, `version`, `form_key`, `former_letter_id`, `created_at`, `sending_at`, `sent_at`) SELECT `id` + (SELECT max(`seq`) FROM `sqlite_sequence` WHERE `name` IN ('campaigns', 'departure_letters')), `departure_id`, `kind`, `subject`, `body`, `audience`, `addressees`, `is_urgent`, `timing`, `send_on`, `days`, `send_minute`, `state`, `skipped_because`, `version`, `form_key`, `id`, `created_at`, `sending_at`, `sent_at` FROM `departure_letters`;
--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_broadcasts';
--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_broadcasts', 2 * max(`seq`) FROM `sqlite_sequence` WHERE `name` IN ('campaigns', 'departure_letters') HAVING max(`seq`) IS NOT NULL;
--> statement-breakpoint
-- With its new name, so that what points at it follows.
ALTER TABLE `campaigns` RENAME TO `broadcasts`;
--> statement-breakpoint
DROP TABLE `broadcasts`;
--> statement-breakpoint
ALTER TABLE `__new_broadcasts` RENAME TO `broadcasts`;
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_form_key_unique` ON `broadcasts` (`form_key`);--> statement-breakpoint
CREATE INDEX `broadcasts_by_departure` ON `broadcasts` (`departure_id`) WHERE "broadcasts"."departure_id" is not null;--> statement-breakpoint
CREATE INDEX `broadcasts_campaigns_by_age` ON `broadcasts` (`created_at`,`id`) WHERE "broadcasts"."departure_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_own_once` ON `broadcasts` (`departure_id`,`kind`) WHERE "broadcasts"."kind" <> 'written';--> statement-breakpoint
CREATE INDEX `broadcasts_to_leave` ON `broadcasts` (`id`) WHERE "broadcasts"."state" in ('scheduled', 'sending');--> statement-breakpoint
CREATE TABLE `broadcast_recipients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`broadcast_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`outbox_id` integer,
	`read_token` text,
	`read_at` integer,
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcast_recipients_read_token_unique` ON `broadcast_recipients` (`read_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `broadcast_recipients_once` ON `broadcast_recipients` (`broadcast_id`,`traveler_id`);--> statement-breakpoint
CREATE INDEX `broadcast_recipients_by_booking` ON `broadcast_recipients` (`booking_id`);--> statement-breakpoint
CREATE INDEX `broadcast_recipients_by_mail` ON `broadcast_recipients` (`outbox_id`);
--> statement-breakpoint
INSERT INTO `broadcast_recipients` (`id`, `broadcast_id`, `booking_id`, `traveler_id`, `outbox_id`, `read_token`, `read_at`) SELECT r.`id`, b.`id`, r.`booking_id`, r.`traveler_id`, r.`outbox_id`, r.`read_token`, r.`read_at` FROM `letter_recipients` r JOIN `broadcasts` b ON b.`former_letter_id` = r.`letter_id`;
--> statement-breakpoint
DROP TABLE `letter_recipients`;
--> statement-breakpoint
DROP TABLE `departure_letters`;
