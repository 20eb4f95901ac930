DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `rank` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `outbox` SET `rank` = 2 WHERE `campaign_id` is not null and `state` <> 'sent';--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`rank`,`next_attempt_at`) WHERE "outbox"."state" in ('waiting', 'sending');--> statement-breakpoint
ALTER TABLE `contact_inquiries` ADD `network` integer;--> statement-breakpoint
ALTER TABLE `departure_watchers` ADD `confirm_token` text;--> statement-breakpoint
ALTER TABLE `departure_watchers` ADD `waiting_since` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `departure_watchers_confirm_token` ON `departure_watchers` (`confirm_token`);--> statement-breakpoint
CREATE INDEX `departure_watchers_by_age` ON `departure_watchers` (`created_at`);--> statement-breakpoint
CREATE INDEX `departure_watchers_requests` ON `departure_watchers` (`waiting_since`) WHERE "departure_watchers"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX `departure_watchers_confirmed` ON `departure_watchers` (`id`) WHERE "departure_watchers"."told_at" is null and "departure_watchers"."waiting_since" is null;