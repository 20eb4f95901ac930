CREATE TABLE `payouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`arrives_on` text NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`matched_at` integer,
	CONSTRAINT "payouts_status" CHECK("payouts"."status" in ('pending', 'in_transit', 'paid', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_stripe_id_unique` ON `payouts` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `payouts_by_age` ON `payouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `payouts_unmatched` ON `payouts` (`id`) WHERE "payouts"."matched_at" is null;--> statement-breakpoint
CREATE TABLE `stripe_movements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_id` text NOT NULL,
	`category` text NOT NULL,
	`source_id` text,
	`stripe_intent_id` text,
	`gross_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`available_on` text NOT NULL,
	`payout_id` text,
	CONSTRAINT "stripe_movements_net" CHECK("stripe_movements"."net_cents" = "stripe_movements"."gross_cents" - "stripe_movements"."fee_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_movements_stripe_id_unique` ON `stripe_movements` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `stripe_movements_by_age` ON `stripe_movements` (`created_at`);--> statement-breakpoint
CREATE INDEX `stripe_movements_by_intent` ON `stripe_movements` (`stripe_intent_id`);--> statement-breakpoint
CREATE INDEX `stripe_movements_by_source` ON `stripe_movements` (`source_id`);--> statement-breakpoint
CREATE INDEX `stripe_movements_by_payout` ON `stripe_movements` (`payout_id`);