PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_caught_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`form` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "caught_messages_form" CHECK("__new_caught_messages"."form" in ('inquiry', 'newsletter', 'watch', 'waitlist', 'links', 'data', 'application'))
);
--> statement-breakpoint
INSERT INTO `__new_caught_messages`("id", "form", "words", "created_at") SELECT "id", "form", "words", "created_at" FROM `caught_messages`;--> statement-breakpoint
DROP TABLE `caught_messages`;--> statement-breakpoint
ALTER TABLE `__new_caught_messages` RENAME TO `caught_messages`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `caught_messages_by_age` ON `caught_messages` (`created_at`);