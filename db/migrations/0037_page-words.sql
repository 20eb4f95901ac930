CREATE TABLE `page_words` (
	`page` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "page_words_words" CHECK(json_valid("page_words"."words"))
);
--> statement-breakpoint
ALTER TABLE `site_settings` ADD `facebook_link` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `instagram_link` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `site_settings` ADD `youtube_link` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `page_words_changed` AFTER UPDATE ON `page_words` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `page_words_added` AFTER INSERT ON `page_words` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `page_words_removed` AFTER DELETE ON `page_words` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
