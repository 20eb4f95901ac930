PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reminders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`installment_id` integer NOT NULL,
	`kind` text NOT NULL,
	`outbox_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`installment_id`) REFERENCES `installments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reminders_kind" CHECK("__new_reminders"."kind" in ('friendly', 'urgent', 'final', 'overdue', 'second-overdue', 'last-overdue'))
);
--> statement-breakpoint
INSERT INTO `__new_reminders`("id", "installment_id", "kind", "outbox_id", "created_at") SELECT "id", "installment_id", "kind", "outbox_id", "created_at" FROM `reminders`;--> statement-breakpoint
DROP TABLE `reminders`;--> statement-breakpoint
ALTER TABLE `__new_reminders` RENAME TO `reminders`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_once` ON `reminders` (`installment_id`,`kind`);--> statement-breakpoint
CREATE INDEX `reminders_by_mail` ON `reminders` (`outbox_id`);