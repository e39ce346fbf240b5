"""Machine code of kernels: where it is kept between runs. Nothing here knows of ratings or tournaments."""
