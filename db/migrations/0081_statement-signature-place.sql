ALTER TABLE `site_settings` ADD `card_statement` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `letters_signed_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `departures` SET `waitlist_shows_place` = 1 WHERE NOT EXISTS (SELECT 1 FROM `audit_log` WHERE `subject` = 'departure:' || `departures`.`id` AND `action` = 'departure-changed' AND json_type(`detail`, '$.waitlistShowsPlace') IS NOT NULL);
