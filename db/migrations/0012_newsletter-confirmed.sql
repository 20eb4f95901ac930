ALTER TABLE `newsletter_subscriptions` ADD `confirm_token` text;--> statement-breakpoint
ALTER TABLE `newsletter_subscriptions` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `newsletter_subscriptions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `newsletter_subscriptions` ADD `state` text GENERATED ALWAYS AS (case
          when waiting_since is not null then 'waiting'
          when unsubscribed_at is not null then 'left'
          else 'confirmed' end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_subscriptions_confirm_token` ON `newsletter_subscriptions` (`confirm_token`);--> statement-breakpoint
CREATE INDEX `newsletter_subscriptions_by_state` ON `newsletter_subscriptions` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `newsletter_subscriptions_by_form` ON `newsletter_subscriptions` (`created_at`) WHERE "newsletter_subscriptions"."consent_source" = 'form';--> statement-breakpoint
CREATE INDEX `newsletter_subscriptions_waiting` ON `newsletter_subscriptions` (`waiting_since`) WHERE "newsletter_subscriptions"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX `audit_log_of_strangers` ON `audit_log` (`created_at`) WHERE "audit_log"."actor" = 'somebody';--> statement-breakpoint
DROP TRIGGER `subscribers_added`;--> statement-breakpoint
DROP TRIGGER `subscribers_removed`;--> statement-breakpoint
DROP TRIGGER `subscribers_changed`;--> statement-breakpoint
CREATE TRIGGER `subscribers_added` AFTER INSERT ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', 1), ('subscribers:' || new.`state`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', new.`created_at` / 900000, 1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_removed` AFTER DELETE ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', -1), ('subscribers:' || old.`state`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', old.`created_at` / 900000, -1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_changed` AFTER UPDATE OF `unsubscribed_at`, `waiting_since` ON `newsletter_subscriptions` WHEN old.`state` <> new.`state` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers:' || old.`state`, -1), ('subscribers:' || new.`state`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
DELETE FROM `totals` WHERE `name` = 'subscribers';--> statement-breakpoint
INSERT INTO `totals` SELECT 'subscribers', count(*) FROM `newsletter_subscriptions`;--> statement-breakpoint
INSERT INTO `totals` SELECT 'subscribers:' || `state`, count(*) FROM `newsletter_subscriptions` GROUP BY `state`;
