ALTER TABLE `tours` ADD `path` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tours` ADD `state` text DEFAULT 'draft' NOT NULL CONSTRAINT "tours_state" CHECK("state" in ('draft', 'shown', 'ended'));--> statement-breakpoint
ALTER TABLE `tours` ADD `short_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tours` ADD `tagline` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tours` ADD `promise` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tours` ADD `teaser` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Until now there was one journey, and its page said these words.
UPDATE `tours` SET
  `path` = iif(`id` = (SELECT min(`id`) FROM `tours`), 'texascountrysafari', `tour_type`),
  `state` = 'shown',
  `short_name` = '2Step Safari',
  `tagline` = 'country music and safari in Kenya',
  `promise` = 'in Kenya with a live country band',
  `teaser` = 'Maasai shuka and Texan plaid share a pattern. So does this tour: a live country band, {days} days, {seats} travelers.';--> statement-breakpoint
CREATE UNIQUE INDEX `tours_by_path` ON `tours` (`path`);--> statement-breakpoint
UPDATE `page_words` SET `page` = 'tour-' || (SELECT min(`id`) FROM `tours`) WHERE `page` = 'tour' AND EXISTS (SELECT 1 FROM `tours`);--> statement-breakpoint
DROP INDEX `departures_one_a_day`;--> statement-breakpoint
ALTER TABLE `departures` ADD `number_on_day` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `departures_by_day` ON `departures` (`starts_on`,`number_on_day`);
