# What the runner fetches in the end is a link.
ln -s "@SECRET@" product
