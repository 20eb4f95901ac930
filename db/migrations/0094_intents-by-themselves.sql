DROP TRIGGER `payments_counted`;--> statement-breakpoint
DROP TRIGGER `payments_uncounted`;--> statement-breakpoint
DROP TRIGGER `payments_kept_added`;--> statement-breakpoint
DROP TRIGGER `payments_kept_changed`;--> statement-breakpoint
DROP TRIGGER `payments_kept_removed`;--> statement-breakpoint
DROP TRIGGER `refunds_kept_added`;--> statement-breakpoint
DROP TRIGGER `refunds_kept_changed`;--> statement-breakpoint
DROP TRIGGER `refunds_kept_removed`;--> statement-breakpoint
DROP TRIGGER `charges_stay`;--> statement-breakpoint
CREATE TABLE `autopay_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`payer_email` text NOT NULL,
	`words` text NOT NULL,
	`plan` text NOT NULL,
	`agreed_at` integer NOT NULL,
	`pays_from` text DEFAULT 'card' NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`stripe_method_id` text,
	`brand` text,
	`last4` text,
	`expires_in` text,
	`started_at` integer,
	`ended_at` integer,
	`ended_for` text,
	`detached_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "autopay_consents_pays_from" CHECK("autopay_consents"."pays_from" in ('card', 'bank-account')),
	CONSTRAINT "autopay_consents_ended_for" CHECK("autopay_consents"."ended_for" in ('not-begun', 'stopped', 'stopped-by-staff', 'booking-ended', 'paid', 'disputed', 'moved', 'declined', 'revoked', 'other-method')),
	CONSTRAINT "autopay_consents_ended" CHECK(("autopay_consents"."ended_at" is null) = ("autopay_consents"."ended_for" is null)),
	CONSTRAINT "autopay_consents_started" CHECK("autopay_consents"."started_at" is null or "autopay_consents"."stripe_method_id" is not null)
);
--> statement-breakpoint
CREATE INDEX `autopay_consents_by_booking` ON `autopay_consents` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `autopay_consents_one` ON `autopay_consents` (`booking_id`) WHERE "autopay_consents"."started_at" is not null and "autopay_consents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `autopay_consents_to_detach` ON `autopay_consents` (`ended_at`) WHERE "autopay_consents"."stripe_method_id" is not null and "autopay_consents"."detached_at" is null and "autopay_consents"."ended_at" is not null;--> statement-breakpoint
CREATE TABLE `__new_payment_intents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`purpose` text NOT NULL,
	`method` text NOT NULL,
	`pays_from` text DEFAULT 'card' NOT NULL,
	`saves_method` integer DEFAULT false NOT NULL,
	`installment_number` integer,
	`amount_cents` integer NOT NULL,
	`state` text DEFAULT 'creating' NOT NULL,
	`idempotency_key` text NOT NULL,
	`stripe_intent_id` text,
	`stripe_session_id` text,
	`secret_digest` text,
	`checkout_key` text,
	`declined_charges` text DEFAULT '[]' NOT NULL,
	`processing_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_intents_purpose" CHECK("__new_payment_intents"."purpose" in ('display', 'deposit', 'full', 'installment', 'balance')),
	CONSTRAINT "payment_intents_state" CHECK("__new_payment_intents"."state" in ('creating', 'open', 'succeeded', 'cancelled')),
	CONSTRAINT "payment_intents_method" CHECK("__new_payment_intents"."method" in ('card-element', 'hosted-page', 'off-session')),
	CONSTRAINT "payment_intents_pays_from" CHECK("__new_payment_intents"."pays_from" in ('card', 'bank-account')),
	CONSTRAINT "payment_intents_amount" CHECK("__new_payment_intents"."amount_cents" > 0),
	CONSTRAINT "payment_intents_booking" CHECK("__new_payment_intents"."booking_id" is not null or "__new_payment_intents"."purpose" = 'display')
);
--> statement-breakpoint
INSERT INTO `__new_payment_intents`("id", "booking_id", "purpose", "method", "installment_number", "amount_cents", "state", "idempotency_key", "stripe_intent_id", "stripe_session_id", "secret_digest", "checkout_key", "declined_charges", "processing_at", "created_at", "updated_at") SELECT "id", "booking_id", "purpose", "method", "installment_number", "amount_cents", "state", "idempotency_key", "stripe_intent_id", "stripe_session_id", "secret_digest", "checkout_key", "declined_charges", "processing_at", "created_at", "updated_at" FROM `payment_intents`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_payment_intents';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_payment_intents', `seq` FROM `sqlite_sequence` WHERE `name` = 'payment_intents';--> statement-breakpoint
DROP TABLE `payment_intents`;--> statement-breakpoint
ALTER TABLE `__new_payment_intents` RENAME TO `payment_intents`;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_idempotency_key_unique` ON `payment_intents` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_stripe_intent_id_unique` ON `payment_intents` (`stripe_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_stripe_session_id_unique` ON `payment_intents` (`stripe_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_open` ON `payment_intents` (`booking_id`) WHERE "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_on_display` ON `payment_intents` (`checkout_key`) WHERE "payment_intents"."booking_id" is null and "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE INDEX `payment_intents_left` ON `payment_intents` (`updated_at`) WHERE "payment_intents"."booking_id" is null and "payment_intents"."state" = 'cancelled';--> statement-breakpoint
CREATE INDEX `payment_intents_by_booking` ON `payment_intents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payment_intents_unsettled` ON `payment_intents` (`state`) WHERE "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE TABLE `__new_payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`kind` text NOT NULL,
	`method` text DEFAULT 'card' NOT NULL,
	`amount_cents` integer NOT NULL,
	`stripe_intent_id` text,
	`stripe_refund_id` text,
	`note` text,
	`is_owed_again` integer DEFAULT false NOT NULL,
	`recorded_by` integer,
	`created_at` integer NOT NULL,
	`entered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "payments_kind" CHECK("__new_payments"."kind" in ('payment', 'refund', 'adjustment')),
	CONSTRAINT "payments_method" CHECK("__new_payments"."method" in ('card', 'bank-account', 'cheque', 'wire', 'other')),
	CONSTRAINT "payments_sign" CHECK(("__new_payments"."kind" = 'payment' and "__new_payments"."amount_cents" > 0) or ("__new_payments"."kind" = 'refund' and "__new_payments"."amount_cents" < 0) or ("__new_payments"."kind" = 'adjustment' and "__new_payments"."amount_cents" <> 0))
);
--> statement-breakpoint
INSERT INTO `__new_payments`("id", "booking_id", "kind", "method", "amount_cents", "stripe_intent_id", "stripe_refund_id", "note", "is_owed_again", "recorded_by", "created_at", "entered_at") SELECT "id", "booking_id", "kind", "method", "amount_cents", "stripe_intent_id", "stripe_refund_id", "note", "is_owed_again", "recorded_by", "created_at", "entered_at" FROM `payments`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_payments';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_payments', `seq` FROM `sqlite_sequence` WHERE `name` = 'payments';--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_refund_id_unique` ON `payments` (`stripe_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_for_an_intent` ON `payments` (`stripe_intent_id`) WHERE "payments"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX `payments_by_intent` ON `payments` (`stripe_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_by_booking` ON `payments` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payments_by_age` ON `payments` (`created_at`);--> statement-breakpoint
CREATE TRIGGER `payments_counted` AFTER INSERT ON `payments` BEGIN INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('revenue', new.`created_at` / 900000, new.`amount_cents`) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;--> statement-breakpoint
CREATE TRIGGER `payments_uncounted` AFTER DELETE ON `payments` BEGIN INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('revenue', old.`created_at` / 900000, -old.`amount_cents`) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; END;--> statement-breakpoint
CREATE TRIGGER `payments_kept_added` AFTER INSERT ON `payments` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` = new.`booking_id`; END;--> statement-breakpoint
CREATE TRIGGER `payments_kept_changed` AFTER UPDATE OF `booking_id`, `amount_cents` ON `payments` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` IN (old.`booking_id`, new.`booking_id`); END;--> statement-breakpoint
CREATE TRIGGER `payments_kept_removed` AFTER DELETE ON `payments` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` = old.`booking_id`; END;--> statement-breakpoint
CREATE TRIGGER `refunds_kept_added` AFTER INSERT ON `refunds` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` = new.`booking_id`; END;--> statement-breakpoint
CREATE TRIGGER `refunds_kept_changed` AFTER UPDATE OF `booking_id`, `amount_cents`, `state` ON `refunds` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` IN (old.`booking_id`, new.`booking_id`); END;--> statement-breakpoint
CREATE TRIGGER `refunds_kept_removed` AFTER DELETE ON `refunds` BEGIN UPDATE `bookings` SET `kept_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `payments` WHERE `booking_id` = `bookings`.`id`) - (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` IN ('owed', 'refused')), `going_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'owed'), `stuck_back_cents` = (SELECT coalesce(sum(`amount_cents`), 0) FROM `refunds` WHERE `booking_id` = `bookings`.`id` AND `state` = 'refused') WHERE `id` = old.`booking_id`; END;--> statement-breakpoint
CREATE TRIGGER `charges_stay` BEFORE DELETE ON `charges` WHEN EXISTS (SELECT 1 FROM `bookings` WHERE `id` = old.`booking_id` AND `payment_status` <> 'pending') AND (old.`refund_id` IS NULL OR EXISTS (SELECT 1 FROM `refunds` WHERE `id` = old.`refund_id`)) AND (old.`payment_id` IS NULL OR EXISTS (SELECT 1 FROM `payments` WHERE `id` = old.`payment_id`)) BEGIN SELECT raise(abort, 'A charge is never removed'); END;
