DROP INDEX `refunds_stripe_refund_id_unique`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `seen_entry_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_by_stripe_refund` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
ALTER TABLE `payments` ADD `is_owed_again` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `refunds` SET `seen_entry_id` = (SELECT coalesce(max(`id`), 0) FROM `payments`);--> statement-breakpoint
UPDATE `payments` SET `is_owed_again` = 1 WHERE `kind` = 'refund' AND `stripe_intent_id` IS NULL AND `price_change_cents` = 0 AND `booking_id` IN (SELECT `id` FROM `bookings` WHERE `payment_status` IN ('deposit_paid', 'completed'));
