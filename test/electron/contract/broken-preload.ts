throw new Error('a preload that does not run');
