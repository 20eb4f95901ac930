CREATE TABLE `recovery_codes` (
	`second_factor_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`second_factor_id`, `code_hash`),
	FOREIGN KEY (`second_factor_id`) REFERENCES `second_factors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_user_id` integer NOT NULL,
	`sealed_secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`recovery_salt` text,
	`begun_at` integer NOT NULL,
	`turned_on_at` integer,
	FOREIGN KEY (`admin_user_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "second_factors_last_step" CHECK("second_factors"."last_step" >= 0),
	CONSTRAINT "second_factors_on" CHECK(("second_factors"."turned_on_at" is null) = ("second_factors"."recovery_salt" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factors_admin_user_id_unique` ON `second_factors` (`admin_user_id`);