ALTER TABLE `charges` ADD `intent_id` integer REFERENCES payment_intents(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `charges_by_intent` ON `charges` (`intent_id`) WHERE "charges"."intent_id" is not null;--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `discount_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `bank_discount` text DEFAULT '' NOT NULL;