ALTER TABLE `tours` ADD `made_for` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `tours` SET `made_for` = 'Country music fans' WHERE `id` = (SELECT min(`id`) FROM `tours`);
