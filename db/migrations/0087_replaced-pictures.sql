ALTER TABLE `gallery_images` ADD `file_name` text;--> statement-breakpoint
UPDATE `gallery_images` SET `file_name` = `slug` WHERE `is_uploaded`;
