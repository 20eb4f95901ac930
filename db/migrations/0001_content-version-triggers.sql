INSERT INTO `content_version` (`id`, `version`) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER `tours_changed` AFTER UPDATE ON `tours` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tours_added` AFTER INSERT ON `tours` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `bookings_seat_taken` AFTER INSERT ON `bookings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `bookings_seat_changed` AFTER UPDATE OF `payment_status`, `number_of_guests`, `tour_id` ON `bookings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `bookings_seat_gone` AFTER DELETE ON `bookings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `site_settings_changed` AFTER UPDATE ON `site_settings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `site_settings_added` AFTER INSERT ON `site_settings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `experiences_changed` AFTER UPDATE ON `experiences` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `experiences_added` AFTER INSERT ON `experiences` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `experiences_removed` AFTER DELETE ON `experiences` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `testimonials_changed` AFTER UPDATE ON `testimonials` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `testimonials_added` AFTER INSERT ON `testimonials` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `testimonials_removed` AFTER DELETE ON `testimonials` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `gallery_images_changed` AFTER UPDATE ON `gallery_images` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `gallery_images_added` AFTER INSERT ON `gallery_images` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `gallery_images_removed` AFTER DELETE ON `gallery_images` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
