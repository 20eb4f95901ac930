-- Who chose everything back after their departure was canceled or postponed is asked for nothing while that waits.
DROP TRIGGER `bookings_asked`;
--> statement-breakpoint
CREATE TRIGGER `bookings_asked` AFTER UPDATE OF `payment_status`, `total_cents`, `kept_cents`, `departure_id` ON `bookings` BEGIN UPDATE `bookings` SET `asked_cents` = iif(`bookings`.`payment_status` IN ('deposit_paid', 'completed') AND `bookings`.`kept_cents` > 0 AND NOT EXISTS (SELECT 1 FROM `departures` d WHERE d.`id` = `bookings`.`departure_id` AND d.`canceled_at` IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM `refunds` r WHERE r.`booking_id` = `bookings`.`id` AND r.`reason` = 'whole' AND r.`state` IN ('owed', 'refused')) AND NOT EXISTS (SELECT 1 FROM `schedule_choices` c WHERE c.`booking_id` = `bookings`.`id` AND c.`settled_at` IS NULL AND c.`choice` = 'refund'), max(0, `bookings`.`total_cents` - `bookings`.`kept_cents`), 0) WHERE `id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `schedule_choices_asked` AFTER UPDATE OF `choice`, `settled_at` ON `schedule_choices` BEGIN UPDATE `bookings` SET `departure_id` = `departure_id` WHERE `id` = new.`booking_id` AND `payment_status` IN ('deposit_paid', 'completed'); END;
--> statement-breakpoint
CREATE TRIGGER `schedule_choices_asked_added` AFTER INSERT ON `schedule_choices` WHEN new.`choice` = 'refund' BEGIN UPDATE `bookings` SET `departure_id` = `departure_id` WHERE `id` = new.`booking_id` AND `payment_status` IN ('deposit_paid', 'completed'); END;
--> statement-breakpoint
UPDATE `bookings` SET `departure_id` = `departure_id` WHERE `payment_status` IN ('deposit_paid', 'completed') AND `id` IN (SELECT `booking_id` FROM `schedule_choices` WHERE `settled_at` IS NULL AND `choice` = 'refund');
--> statement-breakpoint
-- A booking that has ended leaves no request open.
UPDATE `guest_requests` SET `done_at` = (SELECT `updated_at` FROM `bookings` WHERE `bookings`.`id` = `booking_id`) WHERE `done_at` IS NULL AND `booking_id` IN (SELECT `id` FROM `bookings` WHERE `payment_status` NOT IN ('deposit_paid', 'completed'));
