CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`recipients` integer DEFAULT 0 NOT NULL,
	`posted_through_id` integer DEFAULT 0 NOT NULL,
	`last_subscriber_id` integer DEFAULT 0 NOT NULL,
	`created_by` integer,
	`created_at` integer NOT NULL,
	`sending_at` integer,
	`sent_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "campaigns_state" CHECK("campaigns"."state" in ('draft', 'sending', 'sent'))
);
--> statement-breakpoint
CREATE INDEX `campaigns_by_age` ON `campaigns` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_sending` ON `campaigns` (`id`) WHERE "campaigns"."state" = 'sending';--> statement-breakpoint
CREATE TABLE `daily_views` (
	`day` text NOT NULL,
	`dimension` text NOT NULL,
	`value` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`visitors` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`dimension`, `day`, `value`)
);
--> statement-breakpoint
CREATE TABLE `job_leases` (
	`job` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marketing_spend` (
	`month` text PRIMARY KEY NOT NULL,
	`amount_cents` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `slot_tallies` (
	`series` text NOT NULL,
	`slot` integer NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`series`, `slot`)
);
--> statement-breakpoint
CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX `page_views_by_day`;--> statement-breakpoint
CREATE INDEX `page_views_by_day_and_visitor` ON `page_views` (`day`,`visitor_digest`);--> statement-breakpoint
CREATE INDEX `page_views_by_age` ON `page_views` (`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancelled_at` integer;--> statement-breakpoint
CREATE INDEX `bookings_by_status_and_age` ON `bookings` (`payment_status`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `gallery_images` ADD `is_uploaded` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `gallery_images` ADD `widths` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `installments` ADD `is_owed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `installments_owed_by_due_date` ON `installments` (`due_on`,`id`) WHERE "installments"."paid_at" is null and "installments"."is_owed" = 1;--> statement-breakpoint
CREATE INDEX `installments_by_due_date` ON `installments` (`due_on`,`id`) WHERE "installments"."is_owed" = 1;--> statement-breakpoint
ALTER TABLE `job_runs` ADD `started_by` text DEFAULT 'schedule' NOT NULL;--> statement-breakpoint
ALTER TABLE `newsletter_subscriptions` ADD `unsubscribed_campaign_id` integer REFERENCES campaigns(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `newsletter_subscriptions` ADD `consent_source` text DEFAULT 'form' NOT NULL;--> statement-breakpoint
CREATE INDEX `newsletter_subscriptions_by_age` ON `newsletter_subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `newsletter_unsubscribed_by_campaign` ON `newsletter_subscriptions` (`unsubscribed_campaign_id`) WHERE "newsletter_subscriptions"."unsubscribed_campaign_id" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `campaign_id` integer REFERENCES campaigns(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `outbox_by_campaign` ON `outbox` (`campaign_id`,`state`) WHERE "outbox"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE "outbox"."state" = 'failed';--> statement-breakpoint
ALTER TABLE `payment_intents` ADD `processing_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `form_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_form_key_unique` ON `payments` (`form_key`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `note` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `form_key` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `ordered_by` integer REFERENCES admin_users(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_form_key_unique` ON `refunds` (`form_key`);--> statement-breakpoint
ALTER TABLE `tours` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_interest` ON `contact_inquiries` (`interest`,`created_at`,`id`);