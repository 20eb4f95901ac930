ALTER TABLE `job_runs` ADD `state` text DEFAULT 'running' NOT NULL CONSTRAINT "job_runs_state" CHECK("state" in ('running', 'done', 'failed'));--> statement-breakpoint
-- A run that went well has its counts: one that ended without them failed without a word.
UPDATE `job_runs` SET
	`state` = CASE WHEN `error` IS NULL AND `counts` IS NOT NULL THEN 'done' ELSE 'failed' END,
	`error` = CASE WHEN `error` IS NULL AND `counts` IS NULL THEN 'It did not say why.' ELSE `error` END
WHERE `finished_at` IS NOT NULL;--> statement-breakpoint
-- What Stripe sent before was not noted each time: from here on it is, and a day without is told.
INSERT INTO `stripe_events` (`id`, `type`, `received_at`)
	SELECT 'from-0025', 'migration', max(`created_at`) FROM `payments` HAVING count(*) > 0;
