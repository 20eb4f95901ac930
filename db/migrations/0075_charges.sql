CREATE TABLE `charges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`act_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`kind` text NOT NULL,
	`price_cents` integer NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`words` text DEFAULT '' NOT NULL,
	`undoes_id` integer,
	`refund_id` integer,
	`payment_id` integer,
	`code_id` integer,
	`taken_off` text,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`code_id`) REFERENCES `discount_codes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "charges_kind" CHECK("charges"."kind" in ('seat', 'early-bird', 'code', 'discount', 'surcharge', 'move', 'room', 'refund', 'dispute', 'forgiven', 'written-off', 'left', 'retained', 'promised', 'settled')),
	CONSTRAINT "charges_amount" CHECK("charges"."price_cents" <> 0 or "charges"."paid_cents" <> 0)
);--> statement-breakpoint
CREATE INDEX `charges_by_booking` ON `charges` (`booking_id`);--> statement-breakpoint
CREATE INDEX `charges_by_refund` ON `charges` (`refund_id`) WHERE "charges"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX `charges_by_payment` ON `charges` (`payment_id`) WHERE "charges"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX `charges_by_code` ON `charges` (`code_id`) WHERE "charges"."code_id" is not null;--> statement-breakpoint
CREATE INDEX `charges_undoing` ON `charges` (`undoes_id`) WHERE "charges"."undoes_id" is not null;--> statement-breakpoint
CREATE INDEX `charges_of_former` ON `charges` (`booking_id`) WHERE kind in ('retained', 'promised');--> statement-breakpoint
CREATE INDEX `charges_written_off` ON `charges` (`created_at`,`act_id`) WHERE kind = 'written-off';--> statement-breakpoint
CREATE TABLE `__found` (`booking_id` integer NOT NULL, `src` text NOT NULL, `src_id` integer NOT NULL, `traveler_id` integer NOT NULL, `kind` text NOT NULL, `price` integer NOT NULL, `paid` integer DEFAULT 0 NOT NULL, `words` text DEFAULT '' NOT NULL, `undoes` integer, `refund_id` integer, `payment_id` integer, `code_id` integer, `taken_off` text, `changed_by` integer, `at` integer NOT NULL);--> statement-breakpoint
CREATE INDEX `__found_by_booking` ON `__found` (`booking_id`, `traveler_id`);--> statement-breakpoint
CREATE TABLE `__seats` AS SELECT t.`id`, t.`booking_id`, t.`joined_on`, t.`price_cents` AS `price`, iif(t.`joined_on` IS NOT NULL, 0, iif(t.`room_type` = 'single', coalesce(b.`early_bird_off_single_cents`, b.`early_bird_off_cents`), b.`early_bird_off_cents`)) AS `off`, t.`created_at` AS `at` FROM `travelers` t JOIN `bookings` b ON b.`id` = t.`booking_id`;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `at`) SELECT `booking_id`, iif(`joined_on` IS NULL, 'seats', 'joined'), iif(`joined_on` IS NULL, `booking_id`, `id`), `id`, 'seat', `price` + `off`, `at` FROM `__seats` UNION ALL SELECT `booking_id`, 'seats', `booking_id`, `id`, 'early-bird', -`off`, `at` FROM `__seats` WHERE `off` <> 0;--> statement-breakpoint
INSERT INTO `__found` SELECT p.`booking_id`, 'price', p.`id`, s.`value` ->> 'travelerId', CASE WHEN whole.`code_id` IS NOT NULL THEN 'code' WHEN EXISTS (SELECT 1 FROM `departure_moves` m WHERE m.`price_change_id` = whole.`id`) THEN 'move' WHEN EXISTS (SELECT 1 FROM `room_changes` m WHERE m.`price_change_id` = whole.`id`) THEN 'room' WHEN whole.`price_change_cents` < 0 THEN 'discount' ELSE 'surcharge' END, -(s.`value` ->> 'cents'), 0, p.`words`, p.`undoes_id`, NULL, NULL, p.`code_id`, iif(p.`taken` -> 'installments' = '[]', NULL, p.`taken` -> 'installments'), p.`changed_by`, p.`created_at` FROM `price_changes` p JOIN `price_changes` whole ON whole.`id` = coalesce(p.`undoes_id`, p.`id`), json_each(p.`taken` -> 'shares') s WHERE s.`value` ->> 'cents' <> 0;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `words`, `changed_by`, `at`) SELECT w.`booking_id`, 'off', w.`id`, s.`value` ->> 'travelerId', 'written-off', -(s.`value` ->> 'cents'), w.`reason`, w.`recorded_by`, w.`created_at` FROM `write_offs` w, json_each(w.`taken`) s WHERE w.`taken` IS NOT NULL AND s.`value` ->> 'cents' <> 0;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `words`, `changed_by`, `at`) SELECT `booking_id`, 'off', `id`, `traveler_id`, 'written-off', -(CAST(round(1.0 * `amount_cents` * `until` / `whole`) AS integer) - CAST(round(1.0 * `amount_cents` * (`until` - `weight`) / `whole`) AS integer)), `reason`, `recorded_by`, `created_at` FROM (SELECT w.*, t.`id` AS `traveler_id`, t.`weight`, sum(t.`weight`) OVER (PARTITION BY w.`id` ORDER BY t.`position`) AS `until`, sum(t.`weight`) OVER (PARTITION BY w.`id`) AS `whole` FROM `write_offs` w JOIN (SELECT *, max(iif(`position` = 1, 1, 0), `price_cents` - coalesce(`settled_share_cents`, `price_cents`)) AS `weight` FROM `travelers`) t ON t.`booking_id` = w.`booking_id` WHERE w.`taken` IS NULL);--> statement-breakpoint
CREATE TABLE `__causes` AS SELECT 'r' || r.`id` AS `cause`, r.`booking_id`, r.`id` AS `refund_id`, NULL AS `payment_id`, r.`price_change_cents` AS `change`, r.`created_at` AS `at`, 'refund' AS `kind`, (r.`state` = 'dropped') OR EXISTS (SELECT 1 FROM `payments` f WHERE f.`stripe_refund_id` IN (r.`stripe_refund_id` || ':failed', r.`stripe_refund_id` || ':won')) AS `undone`, iif(r.`reason` = 'left-party', r.`created_at`, NULL) AS `left_at` FROM `refunds` r WHERE r.`booking_id` IS NOT NULL UNION ALL SELECT 'p' || p.`id`, p.`booking_id`, NULL, p.`id`, p.`price_change_cents`, p.`created_at`, CASE WHEN p.`kind` = 'payment' THEN 'forgiven' WHEN p.`kind` = 'refund' OR p.`stripe_refund_id` LIKE '%:failed' THEN 'refund' ELSE 'dispute' END, p.`stripe_refund_id` LIKE '%:failed' OR p.`stripe_refund_id` LIKE '%:won' OR EXISTS (SELECT 1 FROM `payments` f WHERE f.`stripe_refund_id` IN (p.`stripe_refund_id` || ':failed', p.`stripe_refund_id` || ':won')), (SELECT r.`created_at` FROM `refunds` r WHERE r.`reason` = 'left-party' AND r.`stripe_refund_id` = replace(p.`stripe_refund_id`, ':failed', '') LIMIT 1) FROM `payments` p WHERE p.`booking_id` IS NOT NULL;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `paid`, `refund_id`, `payment_id`, `at`) SELECT c.`booking_id`, substr(c.`cause`, 1, 1), substr(c.`cause`, 2), t.`traveler_id`, c.`kind`, -t.`share_cents`, -t.`paid_cents`, c.`refund_id`, c.`payment_id`, c.`at` FROM `__causes` c JOIN `party_parts` t ON t.`refund_id` = c.`refund_id` OR t.`payment_id` = c.`payment_id` WHERE NOT c.`undone` AND (t.`share_cents` <> 0 OR t.`paid_cents` <> 0);--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `refund_id`, `payment_id`, `at`) SELECT * FROM (SELECT c.`booking_id`, substr(c.`cause`, 1, 1), substr(c.`cause`, 2), coalesce((SELECT -l.`id` FROM `party_changes` l WHERE l.`booking_id` = c.`booking_id` AND l.`kind` = 'left' AND l.`created_at` = c.`left_at` ORDER BY l.`refund_cents` = 0, l.`id` LIMIT 1), (SELECT t.`id` FROM `travelers` t WHERE t.`booking_id` = c.`booking_id` ORDER BY t.`position` LIMIT 1)), iif(c.`left_at` IS NOT NULL AND EXISTS (SELECT 1 FROM `party_changes` l WHERE l.`booking_id` = c.`booking_id` AND l.`kind` = 'left' AND l.`created_at` = c.`left_at`), 'promised', c.`kind`), c.`change` - coalesce((SELECT sum(f.`price`) FROM `__found` f WHERE f.`booking_id` = c.`booking_id` AND (f.`refund_id` = c.`refund_id` OR f.`payment_id` = c.`payment_id`)), 0) AS `rest`, c.`refund_id`, c.`payment_id`, c.`at` FROM `__causes` c) WHERE `rest` <> 0;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `words`, `changed_by`, `at`) SELECT `booking_id`, 'left', `id`, -`id`, 'retained', `stays_cents`, 'No longer traveling', `changed_by`, `created_at` FROM `party_changes` WHERE `kind` = 'left' UNION ALL SELECT `booking_id`, 'left', `id`, -`id`, 'promised', `refund_cents`, 'No longer traveling', `changed_by`, `created_at` FROM `party_changes` WHERE `kind` = 'left';--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `at`) SELECT l.`booking_id`, 'settled', l.`booking_id`, -l.`id`, 'promised', l.`promised_cents` - coalesce((SELECT sum(f.`price`) FROM `__found` f WHERE f.`booking_id` = l.`booking_id` AND f.`traveler_id` = -l.`id` AND f.`kind` = 'promised'), 0), b.`updated_at` FROM `party_changes` l JOIN `bookings` b ON b.`id` = l.`booking_id` WHERE l.`kind` = 'left';--> statement-breakpoint
CREATE TABLE `__targets` AS WITH amounts AS (SELECT b.`id`, max(0, b.`total_cents` - coalesce(sum(l.`stays_cents` + l.`promised_cents`), 0)) AS `amount` FROM `bookings` b LEFT JOIN `party_changes` l ON l.`booking_id` = b.`id` GROUP BY b.`id`), weighed AS (SELECT t.`id`, t.`booking_id`, t.`position`, coalesce(t.`settled_paid_cents`, 0) AS `paid`, coalesce(t.`settled_share_cents`, t.`price_cents`) AS `weight`, sum(coalesce(t.`settled_share_cents`, t.`price_cents`)) OVER (PARTITION BY t.`booking_id`) AS `whole`, a.`amount` FROM `travelers` t JOIN amounts a ON a.`id` = t.`booking_id`), parts AS (SELECT *, iif(`whole` = 0, iif(`position` = 1, `amount`, 0), `amount` * `weight` / max(1, `whole`)) AS `part` FROM weighed), lefts AS (SELECT *, `amount` - sum(`part`) OVER (PARTITION BY `booking_id`) AS `left` FROM parts), rooms AS (SELECT *, iif(`amount` > `whole`, `left`, max(0, `weight` - `part`)) AS `room` FROM lefts), befores AS (SELECT *, coalesce(sum(`room`) OVER (PARTITION BY `booking_id` ORDER BY `position` ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS `before` FROM rooms) SELECT `id`, `booking_id`, `paid`, `part` + max(0, min(`left` - `before`, `room`)) AS `share` FROM befores;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `paid`, `at`) SELECT f.`booking_id`, 'settled', f.`booking_id`, f.`traveler_id`, 'settled', -sum(f.`price`), -sum(f.`paid`), b.`updated_at` FROM `__found` f JOIN `bookings` b ON b.`id` = f.`booking_id` WHERE f.`traveler_id` > 0 AND f.`traveler_id` NOT IN (SELECT `id` FROM `__targets`) GROUP BY f.`booking_id`, f.`traveler_id`;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `paid`, `at`) SELECT t.`booking_id`, 'settled', t.`booking_id`, t.`id`, 'settled', t.`share` - coalesce(sum(f.`price`), 0), t.`paid` - coalesce(sum(f.`paid`), 0), b.`updated_at` FROM `__targets` t JOIN `bookings` b ON b.`id` = t.`booking_id` LEFT JOIN `__found` f ON f.`booking_id` = t.`booking_id` AND f.`traveler_id` = t.`id` GROUP BY t.`id`;--> statement-breakpoint
INSERT INTO `__found` (`booking_id`, `src`, `src_id`, `traveler_id`, `kind`, `price`, `at`) SELECT b.`id`, 'whole', b.`id`, (SELECT t.`id` FROM `travelers` t WHERE t.`booking_id` = b.`id` ORDER BY t.`position` LIMIT 1), 'settled', b.`total_cents` - coalesce(sum(f.`price`), 0), b.`updated_at` FROM `bookings` b LEFT JOIN `__found` f ON f.`booking_id` = b.`id` WHERE EXISTS (SELECT 1 FROM `travelers` t WHERE t.`booking_id` = b.`id`) GROUP BY b.`id`;--> statement-breakpoint
CREATE TABLE `__numbered` AS SELECT *, row_number() OVER (ORDER BY `at`, `src` IN ('settled', 'whole'), `src` NOT IN ('seats', 'joined'), `src`, `src_id`, `rowid`) AS `number` FROM `__found` WHERE `price` <> 0 OR `paid` <> 0;--> statement-breakpoint
CREATE TABLE `__acts` AS SELECT `src`, `src_id`, min(`number`) AS `act_id` FROM `__numbered` GROUP BY `src`, `src_id`;--> statement-breakpoint
INSERT INTO `charges` (`id`, `booking_id`, `act_id`, `traveler_id`, `kind`, `price_cents`, `paid_cents`, `words`, `undoes_id`, `refund_id`, `payment_id`, `code_id`, `taken_off`, `changed_by`, `created_at`) SELECT n.`number`, n.`booking_id`, a.`act_id`, n.`traveler_id`, n.`kind`, n.`price`, n.`paid`, n.`words`, u.`act_id`, n.`refund_id`, n.`payment_id`, n.`code_id`, iif(n.`number` = a.`act_id`, n.`taken_off`, NULL), n.`changed_by`, n.`at` FROM `__numbered` n JOIN `__acts` a ON a.`src` = n.`src` AND a.`src_id` = n.`src_id` LEFT JOIN `__acts` u ON u.`src` = 'price' AND u.`src_id` = n.`undoes` ORDER BY n.`number`;--> statement-breakpoint
CREATE TABLE `__new_departure_moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`from_starts_on` text NOT NULL,
	`from_ends_on` text NOT NULL,
	`charged_act_id` integer,
	`moved_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`moved_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
INSERT INTO `__new_departure_moves`("id", "booking_id", "from_starts_on", "from_ends_on", "charged_act_id", "moved_by", "created_at") SELECT "id", "booking_id", "from_starts_on", "from_ends_on", (SELECT `act_id` FROM `__acts` WHERE `src` = 'price' AND `src_id` = `price_change_id`), "moved_by", "created_at" FROM `departure_moves`;--> statement-breakpoint
DROP TABLE `departure_moves`;--> statement-breakpoint
ALTER TABLE `__new_departure_moves` RENAME TO `departure_moves`;--> statement-breakpoint
CREATE INDEX `departure_moves_by_booking` ON `departure_moves` (`booking_id`);--> statement-breakpoint
CREATE TABLE `__new_room_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`room_type` text NOT NULL,
	`charged_act_id` integer,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "room_changes_room_type" CHECK("__new_room_changes"."room_type" in ('double', 'single'))
);--> statement-breakpoint
INSERT INTO `__new_room_changes`("id", "booking_id", "traveler_id", "room_type", "charged_act_id", "changed_by", "created_at") SELECT "id", "booking_id", "traveler_id", "room_type", (SELECT `act_id` FROM `__acts` WHERE `src` = 'price' AND `src_id` = `price_change_id`), "changed_by", "created_at" FROM `room_changes`;--> statement-breakpoint
DROP TABLE `room_changes`;--> statement-breakpoint
ALTER TABLE `__new_room_changes` RENAME TO `room_changes`;--> statement-breakpoint
CREATE INDEX `room_changes_by_booking` ON `room_changes` (`booking_id`);--> statement-breakpoint
DROP TABLE `party_changes`;--> statement-breakpoint
DROP TABLE `party_parts`;--> statement-breakpoint
DROP TABLE `price_changes`;--> statement-breakpoint
DROP TABLE `write_offs`;--> statement-breakpoint
DROP TABLE `__seats`;--> statement-breakpoint
DROP TABLE `__found`;--> statement-breakpoint
DROP TABLE `__causes`;--> statement-breakpoint
DROP TABLE `__targets`;--> statement-breakpoint
DROP TABLE `__numbered`;--> statement-breakpoint
DROP TABLE `__acts`;--> statement-breakpoint
ALTER TABLE `travelers` DROP COLUMN `settled_share_cents`;--> statement-breakpoint
ALTER TABLE `travelers` DROP COLUMN `price_cents`;--> statement-breakpoint
ALTER TABLE `bookings` DROP COLUMN `early_bird_off_cents`;--> statement-breakpoint
ALTER TABLE `bookings` DROP COLUMN `early_bird_off_single_cents`;--> statement-breakpoint
ALTER TABLE `travelers` DROP COLUMN `settled_paid_cents`;--> statement-breakpoint
ALTER TABLE `payments` DROP COLUMN `price_change_cents`;--> statement-breakpoint
ALTER TABLE `refunds` DROP COLUMN `price_change_cents`;--> statement-breakpoint
CREATE TRIGGER `charges_stand` BEFORE UPDATE OF `booking_id`, `act_id`, `traveler_id`, `kind`, `price_cents`, `paid_cents`, `words`, `undoes_id`, `refund_id`, `payment_id`, `code_id`, `taken_off`, `created_at` ON `charges` BEGIN SELECT raise(abort, 'A charge is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `charges_stay` BEFORE DELETE ON `charges` WHEN EXISTS (SELECT 1 FROM `bookings` WHERE `id` = old.`booking_id` AND `payment_status` <> 'pending') AND (old.`refund_id` IS NULL OR EXISTS (SELECT 1 FROM `refunds` WHERE `id` = old.`refund_id`)) AND (old.`payment_id` IS NULL OR EXISTS (SELECT 1 FROM `payments` WHERE `id` = old.`payment_id`)) BEGIN SELECT raise(abort, 'A charge is never removed'); END;
