CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`found` text NOT NULL,
	`opened_at` integer NOT NULL,
	`told_at` integer,
	`over_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_one_open` ON `alerts` (`kind`,`about`) WHERE "alerts"."over_at" is null;--> statement-breakpoint
CREATE INDEX `alerts_by_kind` ON `alerts` (`kind`,`about`,`opened_at`);--> statement-breakpoint
CREATE INDEX `alerts_by_age` ON `alerts` (`opened_at`);--> statement-breakpoint
CREATE INDEX `alerts_over` ON `alerts` (`over_at`) WHERE "alerts"."over_at" is not null;