"""What keeps strangers out of the pages: waiting after wrong passwords, marks of forms, headers, limits."""
