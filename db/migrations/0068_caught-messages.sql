CREATE TABLE `caught_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`form` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "caught_messages_form" CHECK("caught_messages"."form" in ('inquiry', 'newsletter', 'watch', 'waitlist', 'links'))
);
--> statement-breakpoint
CREATE INDEX `caught_messages_by_age` ON `caught_messages` (`created_at`);