CREATE INDEX `outbox_sent_words` ON `outbox` (`sent_at`) WHERE "outbox"."state" = 'sent' and "outbox"."text_body" <> '';--> statement-breakpoint
CREATE INDEX `outbox_about_no_booking` ON `outbox` (`created_at`) WHERE "outbox"."booking_id" is null and "outbox"."campaign_id" is null;--> statement-breakpoint
CREATE INDEX `payment_intents_left` ON `payment_intents` (`updated_at`) WHERE "payment_intents"."booking_id" is null and "payment_intents"."state" = 'cancelled';--> statement-breakpoint
CREATE INDEX `refunds_by_intent` ON `refunds` (`stripe_intent_id`);--> statement-breakpoint
CREATE INDEX `reminders_by_mail` ON `reminders` (`outbox_id`);