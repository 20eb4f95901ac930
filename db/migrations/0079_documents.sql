CREATE TABLE `document_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`document_id` integer NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`asks_again` integer NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `document_versions_by_document` ON `document_versions` (`document_id`,`id`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`signers` text NOT NULL,
	`days_before` integer NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "documents_signers" CHECK("documents"."signers" in ('each', 'lead', 'guardian')),
	CONSTRAINT "documents_days" CHECK("documents"."days_before" between 1 and 365)
);
--> statement-breakpoint
CREATE INDEX `documents_by_departure` ON `documents` (`departure_id`);--> statement-breakpoint
CREATE TABLE `signatures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`traveler_name` text NOT NULL,
	`signed_name` text NOT NULL,
	`signed_as` text NOT NULL,
	`by_link` text NOT NULL,
	`digest` text NOT NULL,
	`signed_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`version_id`) REFERENCES `document_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "signatures_as" CHECK("signatures"."signed_as" in ('traveler', 'lead', 'guardian')),
	CONSTRAINT "signatures_link" CHECK("signatures"."by_link" in ('own', 'booking'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signatures_once` ON `signatures` (`version_id`,`traveler_id`) WHERE "signatures"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `signatures_by_traveler` ON `signatures` (`traveler_id`);--> statement-breakpoint
CREATE INDEX `signatures_by_booking` ON `signatures` (`booking_id`);
--> statement-breakpoint
CREATE TRIGGER `document_versions_stand` BEFORE UPDATE ON `document_versions` BEGIN SELECT RAISE(ABORT, 'A version of a document is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `document_versions_stay` BEFORE DELETE ON `document_versions` WHEN EXISTS (SELECT 1 FROM `signatures` WHERE `version_id` = old.`id`) BEGIN SELECT RAISE(ABORT, 'A version that was signed is never removed'); END;--> statement-breakpoint
CREATE TRIGGER `signatures_stand` BEFORE UPDATE OF `version_id`, `booking_id`, `traveler_id`, `signed_as`, `by_link`, `digest`, `signed_at` ON `signatures` BEGIN SELECT RAISE(ABORT, 'A signature is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `signatures_names` BEFORE UPDATE OF `traveler_name`, `signed_name` ON `signatures` WHEN new.`traveler_name` <> 'Erased guest' OR new.`signed_name` <> 'Erased guest' BEGIN SELECT RAISE(ABORT, 'The names of a signature are only erased'); END;--> statement-breakpoint
CREATE TRIGGER `signatures_stay` BEFORE DELETE ON `signatures` WHEN EXISTS (SELECT 1 FROM `bookings` WHERE `id` = old.`booking_id`) BEGIN SELECT RAISE(ABORT, 'A signature is never removed'); END;
