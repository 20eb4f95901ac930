DROP TRIGGER `bookings_recounted`;--> statement-breakpoint
CREATE TABLE `__new_installments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`number` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`due_on` text NOT NULL,
	`agreed_due_on` text,
	`paid_at` integer,
	`is_owed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "installments_number_range" CHECK("__new_installments"."number" between 0 and 2),
	CONSTRAINT "installments_amount" CHECK("__new_installments"."amount_cents" > 0)
);
--> statement-breakpoint
INSERT INTO `__new_installments`("id", "booking_id", "number", "amount_cents", "due_on", "agreed_due_on", "paid_at", "is_owed") SELECT "id", "booking_id", "number", "amount_cents", "due_on", "agreed_due_on", "paid_at", "is_owed" FROM `installments`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_installments';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_installments', `seq` FROM `sqlite_sequence` WHERE `name` = 'installments';--> statement-breakpoint
DROP TABLE `installments`;--> statement-breakpoint
ALTER TABLE `__new_installments` RENAME TO `installments`;--> statement-breakpoint
CREATE UNIQUE INDEX `installments_number` ON `installments` (`booking_id`,`number`);--> statement-breakpoint
CREATE INDEX `installments_owed_by_due_date` ON `installments` (`due_on`,`id`) WHERE "installments"."paid_at" is null and "installments"."is_owed" = 1;--> statement-breakpoint
CREATE INDEX `installments_by_due_date` ON `installments` (`due_on`,`id`) WHERE "installments"."is_owed" = 1;--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `payment_status` ON `bookings` WHEN old.`payment_status` <> new.`payment_status` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || old.`payment_status`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || new.`payment_status`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('bookings', new.`updated_at` / 900000, new.`payment_status` in ('deposit_paid', 'completed') and old.`payment_status` not in ('deposit_paid', 'completed')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; UPDATE `installments` SET `is_owed` = new.`payment_status` in ('deposit_paid', 'completed') WHERE `booking_id` = new.`id`; END;--> statement-breakpoint
CREATE TRIGGER `installments_added` AFTER INSERT ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', new.`is_owed` * (new.`paid_at` is not null) * new.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', new.`is_owed` * (new.`paid_at` is null) * new.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; UPDATE `installments` SET `is_owed` = (SELECT `payment_status` in ('deposit_paid', 'completed') FROM `bookings` WHERE `id` = new.`booking_id`) WHERE `id` = new.`id`; END;--> statement-breakpoint
CREATE TRIGGER `installments_changed` AFTER UPDATE OF `is_owed`, `paid_at`, `amount_cents` ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', new.`is_owed` * (new.`paid_at` is not null) * new.`amount_cents` - old.`is_owed` * (old.`paid_at` is not null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', new.`is_owed` * (new.`paid_at` is null) * new.`amount_cents` - old.`is_owed` * (old.`paid_at` is null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;--> statement-breakpoint
CREATE TRIGGER `installments_removed` AFTER DELETE ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', -old.`is_owed` * (old.`paid_at` is not null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', -old.`is_owed` * (old.`paid_at` is null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
