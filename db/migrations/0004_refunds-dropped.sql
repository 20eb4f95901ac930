PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`stripe_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`form_key` text,
	`ordered_by` integer,
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
INSERT INTO `__new_refunds`("id", "booking_id", "stripe_intent_id", "amount_cents", "reason", "note", "form_key", "ordered_by", "state", "attempt", "next_attempt_at", "stripe_refund_id", "last_error", "created_at", "done_at") SELECT "id", "booking_id", "stripe_intent_id", "amount_cents", "reason", "note", "form_key", "ordered_by", "state", "attempt", "next_attempt_at", "stripe_refund_id", "last_error", "created_at", "done_at" FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_form_key_unique` ON `refunds` (`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_whole_for_an_intent` ON `refunds` (`stripe_intent_id`) WHERE "refunds"."reason" = 'no-place';--> statement-breakpoint
CREATE INDEX `refunds_by_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_owed` ON `refunds` (`next_attempt_at`) WHERE "refunds"."state" = 'owed';