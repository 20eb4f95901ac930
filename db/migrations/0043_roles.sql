CREATE TABLE `guide_departures` (
	`admin_user_id` integer NOT NULL,
	`departure_id` integer NOT NULL,
	PRIMARY KEY(`admin_user_id`, `departure_id`),
	FOREIGN KEY (`admin_user_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guide_departures_by_departure` ON `guide_departures` (`departure_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_admin_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'admin' NOT NULL,
	`created_at` integer NOT NULL,
	`last_login_at` integer,
	`email` text,
	CONSTRAINT "admin_users_role" CHECK("__new_admin_users"."role" in ('admin', 'editor', 'bookkeeper', 'guide'))
);
--> statement-breakpoint
INSERT INTO `__new_admin_users`("id", "username", "password_hash", "role", "created_at", "last_login_at", "email") SELECT "id", "username", "password_hash", "role", "created_at", "last_login_at", "email" FROM `admin_users`;--> statement-breakpoint
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'admin_users') WHERE name = '__new_admin_users';--> statement-breakpoint
DROP TABLE `admin_users`;--> statement-breakpoint
ALTER TABLE `__new_admin_users` RENAME TO `admin_users`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_username` ON `admin_users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_email` ON `admin_users` (lower("email"));