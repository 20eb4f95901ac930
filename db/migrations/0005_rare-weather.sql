ALTER TABLE `bookings` ADD `agreed_deposit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `early_bird_offer` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `installment_id` integer REFERENCES installments(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `claim_ends_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_by_installment` ON `outbox` (`installment_id`,`created_at`) WHERE "outbox"."installment_id" is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `price_change_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE `__new_refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`stripe_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`form_key` text,
	`ordered_by` integer,
	`price_change_cents` integer DEFAULT 0 NOT NULL,
	`order_key` text NOT NULL,
	`state` text DEFAULT 'owed' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`stripe_refund_id` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ordered_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "refunds_state" CHECK("__new_refunds"."state" in ('owed', 'done', 'refused', 'dropped')),
	CONSTRAINT "refunds_amount" CHECK("__new_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
INSERT INTO `__new_refunds`("id", "booking_id", "stripe_intent_id", "amount_cents", "reason", "note", "form_key", "ordered_by", "price_change_cents", "order_key", "state", "attempt", "next_attempt_at", "stripe_refund_id", "last_error", "created_at", "done_at") SELECT "id", "booking_id", "stripe_intent_id", "amount_cents", "reason", "note", "form_key", "ordered_by", CASE WHEN "reason" IN ('goodwill', 'dashboard') THEN -"amount_cents" ELSE 0 END, CAST("id" AS text), "state", "attempt", "next_attempt_at", "stripe_refund_id", "last_error", "created_at", "done_at" FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_form_key_unique` ON `refunds` (`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_order_key_unique` ON `refunds` (`order_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_whole_for_an_intent` ON `refunds` (`stripe_intent_id`) WHERE "refunds"."reason" = 'no-place';--> statement-breakpoint
CREATE INDEX `refunds_by_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_owed` ON `refunds` (`next_attempt_at`) WHERE "refunds"."state" = 'owed';--> statement-breakpoint
ALTER TABLE `site_settings` ADD `postal_address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `opening_hours` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `leader_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `leader_role` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `leader_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `leader_picture` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `contact_inquiries_unanswered` ON `contact_inquiries` (`created_at`,`id`) WHERE "contact_inquiries"."answered_at" is null;--> statement-breakpoint
UPDATE `bookings` SET `agreed_deposit_cents` = `deposit_cents`;
--> statement-breakpoint
UPDATE `bookings` SET `early_bird_offer` = (SELECT `early_bird_offer` FROM `tours` WHERE `tours`.`id` = `bookings`.`tour_id` AND date((`bookings`.`created_at` - 43200000) / 1000, 'unixepoch') <= `tours`.`early_bird_ends_on`);
--> statement-breakpoint
UPDATE `outbox` SET `installment_id` = CAST(substr(`occasion`, instr(`occasion`, ':') + 1) AS integer) WHERE (`occasion` GLOB 'reminder:*' OR `occasion` GLOB 'manual-reminder:*') AND CAST(substr(`occasion`, instr(`occasion`, ':') + 1) AS integer) IN (SELECT `id` FROM `installments`);
--> statement-breakpoint
UPDATE `payments` SET `price_change_cents` = `amount_cents` WHERE `kind` = 'adjustment' AND `note` = 'Dispute lost' AND `booking_id` IN (SELECT `id` FROM `bookings` WHERE `payment_status` IN ('deposit_paid', 'completed'));
--> statement-breakpoint
UPDATE `site_settings` SET `postal_address` = 'Savanna Soul, 1200 Congress Avenue, Austin, TX 78701, United States', `opening_hours` = 'Monday to Friday, 9 a.m. to 6 p.m. Central', `leader_name` = 'Samuel Njoroge', `leader_role` = 'Founder and head guide', `leader_picture` = '/pictures/guide-first-light', `leader_text` = 'Savanna Soul is led by guides. The couple who began it grew up within sight of the Ngong Hills, drove their first guests through Amboseli in a borrowed Land Rover more than twenty years ago, and still read every inquiry that comes in here.' || char(10) || char(10) || 'Those who plan your journey have driven it, slept along it and know the families who will set your table. Ask for whoever knows the place you have in mind: you will speak with them, not with a desk.';
