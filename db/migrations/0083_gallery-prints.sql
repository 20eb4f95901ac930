UPDATE `gallery_images` SET `is_hung` = 0 WHERE `slug` IN ('samburu-storm', 'mount-kenya-rhino');--> statement-breakpoint
UPDATE `gallery_images` SET `place` = 'Maasai Mara, Kenya' WHERE `slug` = 'tour-stage' AND `place` = 'Amboseli, Kenya';
