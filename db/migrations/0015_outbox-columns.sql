ALTER TABLE `outbox` ADD `subscriber_id` integer REFERENCES newsletter_subscriptions(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `form_key` text;--> statement-breakpoint
CREATE INDEX `outbox_by_subscriber` ON `outbox` (`subscriber_id`) WHERE "outbox"."subscriber_id" is not null;--> statement-breakpoint
UPDATE `outbox` SET `subscriber_id` = CAST(substr(`occasion`, 10 + instr(substr(`occasion`, 10), ':')) AS integer) WHERE `kind` = 'campaign' AND CAST(substr(`occasion`, 10 + instr(substr(`occasion`, 10), ':')) AS integer) IN (SELECT `id` FROM `newsletter_subscriptions`);--> statement-breakpoint
UPDATE `outbox` SET `form_key` = substr(`occasion`, 17 + instr(substr(`occasion`, 17), ':')), `occasion` = `kind` || ':' || substr(`occasion`, 17) WHERE `occasion` GLOB 'manual-reminder:*';--> statement-breakpoint
UPDATE `outbox` SET `occasion` = `kind` || ':' || substr(`occasion`, 10, instr(substr(`occasion`, 10), ':') - 1) WHERE `occasion` GLOB 'reminder:*';--> statement-breakpoint
UPDATE `outbox` SET `occasion` = 'staff-' || `occasion` WHERE `occasion` GLOB 'dispute-opened:*' OR `occasion` GLOB 'dispute-closed:*';
