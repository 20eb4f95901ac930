ALTER TABLE `party_changes` ADD `kind` text DEFAULT 'left' NOT NULL;--> statement-breakpoint
ALTER TABLE `party_changes` ADD `share_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `party_changes` ADD `of_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `travelers` ADD `settled_share_cents` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `settled_paid_cents` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `joined_on` text;--> statement-breakpoint
ALTER TABLE `travelers` ADD `agreed_starts_on` text;--> statement-breakpoint
ALTER TABLE `travelers` ADD `first_part_cents` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `final_part_cents` integer;