CREATE TABLE `gram_positions` (`n` integer PRIMARY KEY);
--> statement-breakpoint
INSERT INTO `gram_positions` WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 800) SELECT n FROM i;
--> statement-breakpoint
CREATE VIRTUAL TABLE `contact_search` USING fts5(first_name, last_name, email, interest, content='contact_inquiries', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE `contact_grams` USING fts5(grams, content='', contentless_delete=1, detail='none', tokenize='ascii');
--> statement-breakpoint
CREATE TRIGGER `contact_search_added` AFTER INSERT ON `contact_inquiries` BEGIN INSERT INTO `contact_search` (rowid, `first_name`, `last_name`, `email`, `interest`) VALUES (new.`id`, new.`first_name`, new.`last_name`, new.`email`, new.`interest`); INSERT INTO `contact_grams` (rowid, grams) VALUES (new.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select new.`first_name` || char(10) || new.`last_name` || char(10) || new.`email` || char(10) || new.`interest` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0)); END;
--> statement-breakpoint
CREATE TRIGGER `contact_search_removed` AFTER DELETE ON `contact_inquiries` BEGIN INSERT INTO `contact_search` (`contact_search`, rowid, `first_name`, `last_name`, `email`, `interest`) VALUES ('delete', old.`id`, old.`first_name`, old.`last_name`, old.`email`, old.`interest`); DELETE FROM `contact_grams` WHERE rowid = old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `contact_search_changed` AFTER UPDATE OF `first_name`, `last_name`, `email`, `interest` ON `contact_inquiries` BEGIN INSERT INTO `contact_search` (`contact_search`, rowid, `first_name`, `last_name`, `email`, `interest`) VALUES ('delete', old.`id`, old.`first_name`, old.`last_name`, old.`email`, old.`interest`); DELETE FROM `contact_grams` WHERE rowid = old.`id`; INSERT INTO `contact_search` (rowid, `first_name`, `last_name`, `email`, `interest`) VALUES (new.`id`, new.`first_name`, new.`last_name`, new.`email`, new.`interest`); INSERT INTO `contact_grams` (rowid, grams) VALUES (new.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select new.`first_name` || char(10) || new.`last_name` || char(10) || new.`email` || char(10) || new.`interest` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0)); END;
--> statement-breakpoint
INSERT INTO `contact_search` (rowid, `first_name`, `last_name`, `email`, `interest`) SELECT `id`, `first_name`, `last_name`, `email`, `interest` FROM `contact_inquiries`;
--> statement-breakpoint
INSERT INTO `contact_grams` (rowid, grams) SELECT r.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select r.`first_name` || char(10) || r.`last_name` || char(10) || r.`email` || char(10) || r.`interest` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0) FROM `contact_inquiries` r;
--> statement-breakpoint
CREATE VIRTUAL TABLE `booking_search` USING fts5(booking_reference, customer_name, customer_email, content='bookings', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE `booking_grams` USING fts5(grams, content='', contentless_delete=1, detail='none', tokenize='ascii');
--> statement-breakpoint
CREATE TRIGGER `booking_search_added` AFTER INSERT ON `bookings` BEGIN INSERT INTO `booking_search` (rowid, `booking_reference`, `customer_name`, `customer_email`) VALUES (new.`id`, new.`booking_reference`, new.`customer_name`, new.`customer_email`); INSERT INTO `booking_grams` (rowid, grams) VALUES (new.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select new.`booking_reference` || char(10) || new.`customer_name` || char(10) || new.`customer_email` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0)); END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_removed` AFTER DELETE ON `bookings` BEGIN INSERT INTO `booking_search` (`booking_search`, rowid, `booking_reference`, `customer_name`, `customer_email`) VALUES ('delete', old.`id`, old.`booking_reference`, old.`customer_name`, old.`customer_email`); DELETE FROM `booking_grams` WHERE rowid = old.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `booking_search_changed` AFTER UPDATE OF `booking_reference`, `customer_name`, `customer_email` ON `bookings` BEGIN INSERT INTO `booking_search` (`booking_search`, rowid, `booking_reference`, `customer_name`, `customer_email`) VALUES ('delete', old.`id`, old.`booking_reference`, old.`customer_name`, old.`customer_email`); DELETE FROM `booking_grams` WHERE rowid = old.`id`; INSERT INTO `booking_search` (rowid, `booking_reference`, `customer_name`, `customer_email`) VALUES (new.`id`, new.`booking_reference`, new.`customer_name`, new.`customer_email`); INSERT INTO `booking_grams` (rowid, grams) VALUES (new.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select new.`booking_reference` || char(10) || new.`customer_name` || char(10) || new.`customer_email` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0)); END;
--> statement-breakpoint
INSERT INTO `booking_search` (rowid, `booking_reference`, `customer_name`, `customer_email`) SELECT `id`, `booking_reference`, `customer_name`, `customer_email` FROM `bookings`;
--> statement-breakpoint
INSERT INTO `booking_grams` (rowid, grams) SELECT r.`id`, (select group_concat(distinct hex(lower(substr(t.x, p.n, w.w)))) from (select r.`booking_reference` || char(10) || r.`customer_name` || char(10) || r.`customer_email` as x) t join gram_positions p join (select 1 as w union all select 2) w where p.n + w.w - 1 <= length(t.x) and instr(substr(t.x, p.n, w.w), ' ') = 0 and instr(substr(t.x, p.n, w.w), char(10)) = 0) FROM `bookings` r;
--> statement-breakpoint
CREATE TRIGGER `contacts_added` AFTER INSERT ON `contact_inquiries` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('contacts', 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('contacts', new.`created_at` / 900000, 1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `contacts_removed` AFTER DELETE ON `contact_inquiries` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('contacts', -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('contacts', old.`created_at` / 900000, -1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
INSERT INTO `totals` SELECT 'contacts', count(*) FROM `contact_inquiries`;
--> statement-breakpoint
INSERT INTO `slot_tallies` SELECT 'contacts', `created_at` / 900000, count(*) FROM `contact_inquiries` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `subscribers_added` AFTER INSERT ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', new.`unsubscribed_at` is null) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', new.`created_at` / 900000, 1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_removed` AFTER DELETE ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', -(old.`unsubscribed_at` is null)) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('subscribers', old.`created_at` / 900000, -1) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `subscribers_changed` AFTER UPDATE OF `unsubscribed_at` ON `newsletter_subscriptions` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('subscribers', (new.`unsubscribed_at` is null) - (old.`unsubscribed_at` is null)) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
INSERT INTO `totals` SELECT 'subscribers', count(*) FROM `newsletter_subscriptions` WHERE `unsubscribed_at` IS NULL;
--> statement-breakpoint
INSERT INTO `slot_tallies` SELECT 'subscribers', `created_at` / 900000, count(*) FROM `newsletter_subscriptions` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `bookings_counted` AFTER INSERT ON `bookings` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || new.`payment_status`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('bookings', new.`created_at` / 900000, new.`payment_status` in ('deposit_paid', 'completed')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `bookings_uncounted` AFTER DELETE ON `bookings` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || old.`payment_status`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `payment_status` ON `bookings` WHEN old.`payment_status` <> new.`payment_status` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || old.`payment_status`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || new.`payment_status`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('bookings', new.`updated_at` / 900000, new.`payment_status` in ('deposit_paid', 'completed') and old.`payment_status` not in ('deposit_paid', 'completed')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; UPDATE `installments` SET `is_owed` = new.`payment_status` in ('deposit_paid', 'completed') WHERE `booking_id` = new.`id`; END;
--> statement-breakpoint
INSERT INTO `totals` SELECT 'bookings:' || `payment_status`, count(*) FROM `bookings` GROUP BY 1;
--> statement-breakpoint
INSERT INTO `slot_tallies` SELECT 'bookings', `created_at` / 900000, count(*) FROM `bookings` WHERE `payment_status` NOT IN ('pending', 'expired', 'payment_failed') GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `payments_counted` AFTER INSERT ON `payments` BEGIN INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('revenue', new.`created_at` / 900000, new.`amount_cents`) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `payments_uncounted` AFTER DELETE ON `payments` BEGIN INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('revenue', old.`created_at` / 900000, -old.`amount_cents`) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
INSERT INTO `slot_tallies` SELECT 'revenue', `created_at` / 900000, sum(`amount_cents`) FROM `payments` GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER `installments_added` AFTER INSERT ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', new.`is_owed` * (new.`paid_at` is not null) * new.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', new.`is_owed` * (new.`paid_at` is null) * new.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; UPDATE `installments` SET `is_owed` = (SELECT `payment_status` in ('deposit_paid', 'completed') FROM `bookings` WHERE `id` = new.`booking_id`) WHERE `id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `installments_changed` AFTER UPDATE OF `is_owed`, `paid_at`, `amount_cents` ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', new.`is_owed` * (new.`paid_at` is not null) * new.`amount_cents` - old.`is_owed` * (old.`paid_at` is not null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', new.`is_owed` * (new.`paid_at` is null) * new.`amount_cents` - old.`is_owed` * (old.`paid_at` is null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
CREATE TRIGGER `installments_removed` AFTER DELETE ON `installments` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:collected', -old.`is_owed` * (old.`paid_at` is not null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('installments:outstanding', -old.`is_owed` * (old.`paid_at` is null) * old.`amount_cents`) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;
--> statement-breakpoint
INSERT INTO `totals` VALUES ('installments:collected', 0), ('installments:outstanding', 0);
--> statement-breakpoint
UPDATE `installments` SET `is_owed` = 1 WHERE `booking_id` IN (SELECT `id` FROM `bookings` WHERE `payment_status` IN ('deposit_paid', 'completed'));
--> statement-breakpoint
CREATE TRIGGER `page_views_counted` AFTER INSERT ON `page_views` BEGIN INSERT INTO `daily_views` (`day`, `dimension`, `value`, `views`, `visitors`) VALUES (new.`day`, 'all', '', 1, (SELECT count(*) FROM (SELECT 1 FROM `page_views` WHERE `day` = new.`day` AND `visitor_digest` = new.`visitor_digest` LIMIT 2)) = 1) ON CONFLICT (`dimension`, `day`, `value`) DO UPDATE SET `views` = `views` + 1, `visitors` = `visitors` + excluded.`visitors`; INSERT INTO `daily_views` (`day`, `dimension`, `value`, `views`, `visitors`) VALUES (new.`day`, 'path', new.`path`, 1, 0) ON CONFLICT (`dimension`, `day`, `value`) DO UPDATE SET `views` = `views` + 1, `visitors` = `visitors` + excluded.`visitors`; INSERT INTO `daily_views` (`day`, `dimension`, `value`, `views`, `visitors`) VALUES (new.`day`, 'source', new.`source`, 1, (SELECT count(*) FROM (SELECT 1 FROM `page_views` WHERE `day` = new.`day` AND `visitor_digest` = new.`visitor_digest` LIMIT 2)) = 1) ON CONFLICT (`dimension`, `day`, `value`) DO UPDATE SET `views` = `views` + 1, `visitors` = `visitors` + excluded.`visitors`; INSERT INTO `daily_views` (`day`, `dimension`, `value`, `views`, `visitors`) VALUES (new.`day`, 'country', new.`country`, 1, (SELECT count(*) FROM (SELECT 1 FROM `page_views` WHERE `day` = new.`day` AND `visitor_digest` = new.`visitor_digest` LIMIT 2)) = 1) ON CONFLICT (`dimension`, `day`, `value`) DO UPDATE SET `views` = `views` + 1, `visitors` = `visitors` + excluded.`visitors`; END;
--> statement-breakpoint
INSERT INTO `daily_views` SELECT `day`, 'all', '', count(*), count(distinct `visitor_digest`) FROM `page_views` GROUP BY 1;
--> statement-breakpoint
INSERT INTO `daily_views` SELECT `day`, 'path', `path`, count(*), 0 FROM `page_views` GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO `daily_views` SELECT v.`day`, 'source', v.`source`, count(*), sum(v.`id` = f.`first`) FROM `page_views` v JOIN (SELECT `day`, `visitor_digest`, min(`id`) AS `first` FROM `page_views` GROUP BY 1, 2) f USING (`day`, `visitor_digest`) GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO `daily_views` SELECT v.`day`, 'country', v.`country`, count(*), sum(v.`id` = f.`first`) FROM `page_views` v JOIN (SELECT `day`, `visitor_digest`, min(`id`) AS `first` FROM `page_views` GROUP BY 1, 2) f USING (`day`, `visitor_digest`) GROUP BY 1, 3;
