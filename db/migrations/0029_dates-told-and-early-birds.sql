ALTER TABLE `bookings` ADD `told_starts_on` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `told_ends_on` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `early_bird_off_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `early_bird_off_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `installments` ADD `agreed_due_on` text;--> statement-breakpoint
UPDATE `bookings` SET (`told_starts_on`, `told_ends_on`) = (SELECT substr(`occasion`, -21, 10), substr(`occasion`, -10) FROM `outbox` WHERE `kind` = 'dates-changed' AND `booking_id` = `bookings`.`id` ORDER BY `id` DESC LIMIT 1) WHERE `id` IN (SELECT `booking_id` FROM `outbox` WHERE `kind` = 'dates-changed');
