ALTER TABLE `tours` RENAME TO `departures`;
--> statement-breakpoint
DROP TRIGGER `tours_changed`;
--> statement-breakpoint
DROP TRIGGER `tours_added`;
--> statement-breakpoint
DROP INDEX `tours_slug_unique`;
--> statement-breakpoint
DROP INDEX `tours_tour_type_unique`;
--> statement-breakpoint
CREATE TABLE `tours` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tour_type` text NOT NULL,
	`name` text NOT NULL,
	`intro_title` text NOT NULL,
	`intro_text` text NOT NULL,
	`band_title` text NOT NULL,
	`band_text` text NOT NULL,
	`route_title` text NOT NULL,
	`route_text` text NOT NULL,
	`not_included` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tours_tour_type_unique` ON `tours` (`tour_type`);
--> statement-breakpoint
INSERT INTO `tours` (`id`, `tour_type`, `name`, `intro_title`, `intro_text`, `band_title`, `band_text`, `route_title`, `route_text`, `not_included`, `updated_at`) SELECT `id`, `tour_type`, `name`, '', '', '', '', '', '', '', `updated_at` FROM `departures`;
--> statement-breakpoint
CREATE TABLE `__new_departures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tour_id` integer NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`seats` integer NOT NULL,
	`deposit_cents` integer NOT NULL,
	`double_price_cents` integer NOT NULL,
	`single_price_cents` integer NOT NULL,
	`first_installment_due_on` text NOT NULL,
	`final_installment_due_on` text NOT NULL,
	`early_bird_ends_on` text,
	`early_bird_offer` text,
	`sales` text DEFAULT 'draft' NOT NULL,
	`sales_open_on` text,
	`sales_close_on` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "departures_seats" CHECK("__new_departures"."seats" between 0 and 500),
	CONSTRAINT "departures_dates" CHECK("__new_departures"."starts_on" <= "__new_departures"."ends_on"),
	CONSTRAINT "departures_due_dates" CHECK("__new_departures"."first_installment_due_on" <= "__new_departures"."final_installment_due_on"),
	CONSTRAINT "departures_prices" CHECK("__new_departures"."deposit_cents" > 0 and "__new_departures"."double_price_cents" >= "__new_departures"."deposit_cents" and "__new_departures"."single_price_cents" >= "__new_departures"."deposit_cents"),
	CONSTRAINT "departures_sales" CHECK("__new_departures"."sales" in ('draft', 'open', 'closed'))
);
--> statement-breakpoint
INSERT INTO `__new_departures` (`id`, `tour_id`, `starts_on`, `ends_on`, `seats`, `deposit_cents`, `double_price_cents`, `single_price_cents`, `first_installment_due_on`, `final_installment_due_on`, `early_bird_ends_on`, `early_bird_offer`, `sales`, `sales_close_on`, `version`, `updated_at`) SELECT `id`, `id`, `starts_on`, `ends_on`, `seats`, `deposit_cents`, `double_price_cents`, `single_price_cents`, `first_installment_due_on`, `final_installment_due_on`, `early_bird_ends_on`, `early_bird_offer`, CASE WHEN `sales_open` THEN 'open' ELSE 'closed' END, `sales_close_on`, `version`, `updated_at` FROM `departures`;
--> statement-breakpoint
DROP TABLE `departures`;
--> statement-breakpoint
ALTER TABLE `__new_departures` RENAME TO `departures`;
--> statement-breakpoint
CREATE UNIQUE INDEX `departures_one_a_day` ON `departures` (`tour_id`,`starts_on`);
--> statement-breakpoint
CREATE TABLE `departure_days` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`place` text NOT NULL,
	`text` text NOT NULL,
	`kinds` text NOT NULL,
	`stop` text NOT NULL,
	`onward` text,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tour_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tour_id` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tour_items_kind" CHECK("tour_items"."kind" in ('inclusion', 'question', 'player'))
);
--> statement-breakpoint
CREATE TABLE `departure_watchers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tour_id` integer NOT NULL,
	`email` text NOT NULL,
	`consent_at` integer NOT NULL,
	`token` text NOT NULL,
	`told_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `departure_days_in_order` ON `departure_days` (`departure_id`,`position`,`id`);
--> statement-breakpoint
CREATE INDEX `tour_items_in_order` ON `tour_items` (`tour_id`,`kind`,`position`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `departure_watchers_token_unique` ON `departure_watchers` (`token`);
--> statement-breakpoint
CREATE UNIQUE INDEX `departure_watchers_once` ON `departure_watchers` (`tour_id`,lower("email")) WHERE "departure_watchers"."told_at" is null;
--> statement-breakpoint
CREATE INDEX `departure_watchers_told` ON `departure_watchers` (`told_at`) WHERE "departure_watchers"."told_at" is not null;
--> statement-breakpoint
DROP INDEX `bookings_by_tour_and_status`;
--> statement-breakpoint
ALTER TABLE `bookings` RENAME COLUMN `tour_id` TO `departure_id`;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `agreed_starts_on` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `agreed_ends_on` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `bookings` SET (`agreed_starts_on`, `agreed_ends_on`) = (SELECT `starts_on`, `ends_on` FROM `departures` WHERE `departures`.`id` = `departure_id`);
--> statement-breakpoint
CREATE INDEX `bookings_by_departure_and_status` ON `bookings` (`departure_id`,`payment_status`);
--> statement-breakpoint
CREATE TRIGGER `tours_changed` AFTER UPDATE ON `tours` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tours_added` AFTER INSERT ON `tours` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tours_removed` AFTER DELETE ON `tours` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departures_changed` AFTER UPDATE ON `departures` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departures_added` AFTER INSERT ON `departures` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departures_removed` AFTER DELETE ON `departures` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tour_items_changed` AFTER UPDATE ON `tour_items` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tour_items_added` AFTER INSERT ON `tour_items` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tour_items_removed` AFTER DELETE ON `tour_items` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departure_days_changed` AFTER UPDATE ON `departure_days` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departure_days_added` AFTER INSERT ON `departure_days` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `departure_days_removed` AFTER DELETE ON `departure_days` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
