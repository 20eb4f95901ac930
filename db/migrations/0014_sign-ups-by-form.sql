DROP TRIGGER `subscribers_added`;--> statement-breakpoint
DROP TRIGGER `subscribers_removed`;--> statement-breakpoint
CREATE TRIGGER `subscribers_added` AFTER INSERT ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', 1), ('subscribers:' || new.`state`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', new.`created_at` / 900000, new.`consent_source` = 'form') ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_removed` AFTER DELETE ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', -1), ('subscribers:' || old.`state`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', old.`created_at` / 900000, -(old.`consent_source` = 'form')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_came_otherwise` AFTER UPDATE OF `consent_source` ON `newsletter_subscriptions` BEGIN INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', old.`created_at` / 900000, (new.`consent_source` = 'form') - (old.`consent_source` = 'form')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
DELETE FROM `slot_tallies` WHERE `series` = 'subscribers';--> statement-breakpoint
INSERT INTO `slot_tallies` SELECT 'subscribers', `created_at` / 900000, count(*) FROM `newsletter_subscriptions` WHERE `consent_source` = 'form' GROUP BY 2;
