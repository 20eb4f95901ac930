DROP INDEX `outbox_occasion_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`occasion`,`to_address`);