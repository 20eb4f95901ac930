ALTER TABLE `bookings` ADD `no_refund_days` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `refund_terms` text;--> statement-breakpoint
ALTER TABLE `travelers` ADD `no_refund_days` integer;