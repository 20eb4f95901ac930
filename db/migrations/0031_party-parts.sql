CREATE TABLE `party_parts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`refund_id` integer,
	`payment_id` integer,
	`traveler_id` integer NOT NULL,
	`share_cents` integer NOT NULL,
	`paid_cents` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "party_parts_cause" CHECK(("party_parts"."refund_id" is null) <> ("party_parts"."payment_id" is null))
);
--> statement-breakpoint
CREATE INDEX `party_parts_by_booking` ON `party_parts` (`booking_id`);--> statement-breakpoint
CREATE INDEX `party_parts_by_refund` ON `party_parts` (`refund_id`);--> statement-breakpoint
CREATE INDEX `party_parts_by_payment` ON `party_parts` (`payment_id`);--> statement-breakpoint
-- What stands by now was taken of those who are aboard, by their prices.
INSERT INTO `party_parts` (`booking_id`, `refund_id`, `traveler_id`, `share_cents`, `paid_cents`)
SELECT r.`booking_id`, r.`id`, t.`id`, -r.`price_change_cents` * t.`price_cents` / p.`price`, -r.`price_change_cents` * t.`price_cents` / p.`price`
FROM `refunds` r
JOIN `travelers` t ON t.`booking_id` = r.`booking_id` AND t.`created_at` <= r.`created_at`
JOIN (SELECT `booking_id`, sum(`price_cents`) AS `price` FROM `travelers` GROUP BY `booking_id`) p ON p.`booking_id` = r.`booking_id`
WHERE r.`price_change_cents` < 0 AND r.`reason` = 'goodwill' AND r.`state` IN ('owed', 'refused');--> statement-breakpoint
INSERT INTO `party_parts` (`booking_id`, `payment_id`, `traveler_id`, `share_cents`, `paid_cents`)
SELECT e.`booking_id`, e.`id`, t.`id`, -e.`price_change_cents` * t.`price_cents` / p.`price`, -e.`price_change_cents` * t.`price_cents` / p.`price`
FROM `payments` e
JOIN `travelers` t ON t.`booking_id` = e.`booking_id` AND t.`created_at` <= e.`created_at`
JOIN (SELECT `booking_id`, sum(`price_cents`) AS `price` FROM `travelers` GROUP BY `booking_id`) p ON p.`booking_id` = e.`booking_id`
WHERE e.`price_change_cents` < 0 AND e.`stripe_refund_id` IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM `refunds` r WHERE r.`stripe_refund_id` = e.`stripe_refund_id` AND r.`reason` = 'left-party');
