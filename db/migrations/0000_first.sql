CREATE TABLE `admin_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'admin' NOT NULL,
	`created_at` integer NOT NULL,
	`last_login_at` integer,
	CONSTRAINT "admin_users_role" CHECK("admin_users"."role" in ('admin', 'editor'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_username` ON `admin_users` (lower("username"));--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_log_by_age` ON `audit_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_reference` text NOT NULL,
	`tour_id` integer NOT NULL,
	`tour_type` text DEFAULT 'texas-safari' NOT NULL,
	`room_type` text NOT NULL,
	`payment_type` text NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`number_of_guests` integer DEFAULT 1 NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text,
	`customer_address` text NOT NULL,
	`customer_city` text NOT NULL,
	`customer_state` text NOT NULL,
	`customer_zip_code` text NOT NULL,
	`customer_country` text NOT NULL,
	`total_cents` integer NOT NULL,
	`deposit_cents` integer NOT NULL,
	`refund_terms` text NOT NULL,
	`hold_ends_at` integer NOT NULL,
	`browser_digest` text NOT NULL,
	`checkout_key` text NOT NULL,
	`address_digest` text,
	`link_token` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_status" CHECK("bookings"."payment_status" in ('pending', 'deposit_paid', 'completed', 'expired', 'cancelled', 'refunded', 'payment_failed')),
	CONSTRAINT "bookings_room_type" CHECK("bookings"."room_type" in ('double', 'single')),
	CONSTRAINT "bookings_payment_type" CHECK("bookings"."payment_type" in ('deposit', 'full')),
	CONSTRAINT "bookings_guests" CHECK("bookings"."number_of_guests" >= 1),
	CONSTRAINT "bookings_amounts" CHECK("bookings"."deposit_cents" > 0 and "bookings"."total_cents" >= "bookings"."deposit_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_booking_reference_unique` ON `bookings` (`booking_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_link_token_unique` ON `bookings` (`link_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_one_hold_a_checkout` ON `bookings` (`checkout_key`) WHERE "bookings"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX `bookings_by_tour_and_status` ON `bookings` (`tour_id`,`payment_status`);--> statement-breakpoint
CREATE INDEX `bookings_by_browser` ON `bookings` (`browser_digest`);--> statement-breakpoint
CREATE INDEX `bookings_by_email` ON `bookings` (lower("customer_email"));--> statement-breakpoint
CREATE INDEX `bookings_by_hold_end` ON `bookings` (`hold_ends_at`) WHERE "bookings"."payment_status" = 'pending';--> statement-breakpoint
CREATE INDEX `bookings_by_address` ON `bookings` (`address_digest`) WHERE "bookings"."address_digest" is not null;--> statement-breakpoint
CREATE INDEX `bookings_by_age` ON `bookings` (`created_at`);--> statement-breakpoint
CREATE TABLE `contact_inquiries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`interest` text NOT NULL,
	`message` text NOT NULL,
	`note` text,
	`answered_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_age` ON `contact_inquiries` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "content_version_one_row" CHECK("content_version"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `experiences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`location` text NOT NULL,
	`duration` text NOT NULL,
	`price` text NOT NULL,
	`image_url` text NOT NULL,
	`featured` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `experiences_slug_unique` ON `experiences` (`slug`);--> statement-breakpoint
CREATE TABLE `gallery_images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`alt` text NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`focus_x` real DEFAULT 0.5 NOT NULL,
	`focus_y` real DEFAULT 0.5 NOT NULL,
	`preview` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "gallery_images_size" CHECK("gallery_images"."width" > 0 and "gallery_images"."height" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gallery_images_slug_unique` ON `gallery_images` (`slug`);--> statement-breakpoint
CREATE TABLE `installments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`number` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`due_on` text NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "installments_number_range" CHECK("installments"."number" between 1 and 2),
	CONSTRAINT "installments_amount" CHECK("installments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `installments_number` ON `installments` (`booking_id`,`number`);--> statement-breakpoint
CREATE INDEX `installments_unpaid_by_due_date` ON `installments` (`due_on`) WHERE "installments"."paid_at" is null;--> statement-breakpoint
CREATE TABLE `job_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job` text NOT NULL,
	`day` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`counts` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `job_runs_by_job` ON `job_runs` (`job`,`started_at`);--> statement-breakpoint
CREATE TABLE `newsletter_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`consent_at` integer NOT NULL,
	`unsubscribe_token` text NOT NULL,
	`unsubscribed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_subscriptions_unsubscribe_token_unique` ON `newsletter_subscriptions` (`unsubscribe_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_subscriptions_email` ON `newsletter_subscriptions` (lower("email"));--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`occasion` text NOT NULL,
	`booking_id` integer,
	`to_name` text NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL,
	`message_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "outbox_state" CHECK("outbox"."state" in ('waiting', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_occasion_unique` ON `outbox` (`occasion`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message_id_unique` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `outbox_by_booking` ON `outbox` (`booking_id`);--> statement-breakpoint
CREATE TABLE `page_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`path` text NOT NULL,
	`source` text DEFAULT 'direct' NOT NULL,
	`country` text DEFAULT 'unknown' NOT NULL,
	`visitor_digest` text NOT NULL,
	`day` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `page_views_by_day` ON `page_views` (`day`);--> statement-breakpoint
CREATE TABLE `payment_intents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`purpose` text NOT NULL,
	`method` text NOT NULL,
	`installment_number` integer,
	`amount_cents` integer NOT NULL,
	`state` text DEFAULT 'creating' NOT NULL,
	`idempotency_key` text NOT NULL,
	`stripe_intent_id` text,
	`stripe_session_id` text,
	`checkout_key` text,
	`declined_charges` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_intents_purpose" CHECK("payment_intents"."purpose" in ('display', 'deposit', 'full', 'installment', 'balance')),
	CONSTRAINT "payment_intents_state" CHECK("payment_intents"."state" in ('creating', 'open', 'succeeded', 'cancelled')),
	CONSTRAINT "payment_intents_method" CHECK("payment_intents"."method" in ('card-element', 'hosted-page')),
	CONSTRAINT "payment_intents_amount" CHECK("payment_intents"."amount_cents" > 0),
	CONSTRAINT "payment_intents_booking" CHECK("payment_intents"."booking_id" is not null or "payment_intents"."purpose" = 'display')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_idempotency_key_unique` ON `payment_intents` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_stripe_intent_id_unique` ON `payment_intents` (`stripe_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_stripe_session_id_unique` ON `payment_intents` (`stripe_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_open` ON `payment_intents` (`booking_id`) WHERE "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_one_on_display` ON `payment_intents` (`checkout_key`) WHERE "payment_intents"."booking_id" is null and "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE INDEX `payment_intents_by_booking` ON `payment_intents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payment_intents_unsettled` ON `payment_intents` (`state`) WHERE "payment_intents"."state" in ('creating', 'open');--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`kind` text NOT NULL,
	`method` text DEFAULT 'card' NOT NULL,
	`amount_cents` integer NOT NULL,
	`stripe_intent_id` text,
	`stripe_refund_id` text,
	`note` text,
	`recorded_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "payments_kind" CHECK("payments"."kind" in ('payment', 'refund', 'adjustment')),
	CONSTRAINT "payments_method" CHECK("payments"."method" in ('card', 'cheque', 'wire', 'other')),
	CONSTRAINT "payments_sign" CHECK(("payments"."kind" = 'payment' and "payments"."amount_cents" > 0) or ("payments"."kind" = 'refund' and "payments"."amount_cents" < 0) or ("payments"."kind" = 'adjustment' and "payments"."amount_cents" <> 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_refund_id_unique` ON `payments` (`stripe_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_for_an_intent` ON `payments` (`stripe_intent_id`) WHERE "payments"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX `payments_by_intent` ON `payments` (`stripe_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_by_booking` ON `payments` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payments_by_age` ON `payments` (`created_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`stripe_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'owed' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`stripe_refund_id` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_state" CHECK("refunds"."state" in ('owed', 'done', 'refused')),
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_whole_for_an_intent` ON `refunds` (`stripe_intent_id`) WHERE "refunds"."reason" = 'no-place';--> statement-breakpoint
CREATE INDEX `refunds_by_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_owed` ON `refunds` (`next_attempt_at`) WHERE "refunds"."state" = 'owed';--> statement-breakpoint
CREATE TABLE `reminders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`installment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`outbox_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`installment_id`) REFERENCES `installments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reminders_kind" CHECK("reminders"."kind" in ('friendly', 'urgent', 'final', 'overdue'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_once` ON `reminders` (`installment_id`,`kind`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_digest` text PRIMARY KEY NOT NULL,
	`admin_user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`admin_user_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`admin_user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `site_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`hero_title` text NOT NULL,
	`hero_subtitle` text NOT NULL,
	`about_text` text NOT NULL,
	`footer_text` text NOT NULL,
	`contact_email` text NOT NULL,
	`contact_phone` text NOT NULL,
	`banner_text` text,
	`banner_enabled` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "site_settings_one_row" CHECK("site_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_by_age` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `testimonials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`location` text NOT NULL,
	`rating` integer NOT NULL,
	`review` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "testimonials_rating" CHECK("testimonials"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `testimonials_slug_unique` ON `testimonials` (`slug`);--> statement-breakpoint
CREATE TABLE `tours` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`tour_type` text NOT NULL,
	`name` text NOT NULL,
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
	`sales_open` integer DEFAULT true NOT NULL,
	`sales_close_on` text,
	`updated_at` integer NOT NULL,
	CONSTRAINT "tours_seats" CHECK("tours"."seats" between 0 and 500),
	CONSTRAINT "tours_dates" CHECK("tours"."starts_on" <= "tours"."ends_on"),
	CONSTRAINT "tours_due_dates" CHECK("tours"."first_installment_due_on" <= "tours"."final_installment_due_on"),
	CONSTRAINT "tours_prices" CHECK("tours"."deposit_cents" > 0 and "tours"."double_price_cents" >= "tours"."deposit_cents" and "tours"."single_price_cents" >= "tours"."deposit_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tours_slug_unique` ON `tours` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `tours_tour_type_unique` ON `tours` (`tour_type`);